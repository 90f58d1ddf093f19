import { isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { mayConnect } from "../../../platform/outgoing/addresses.js";

const may = (address: string, isLocalAllowed = false) =>
  mayConnect({ address, family: isIP(address) as 4 | 6 }, isLocalAllowed);

describe("an address that a guest has chosen", () => {
  it.each(["1.1.1.1", "192.0.1.1", "198.17.255.255", "223.255.255.254", "2606:4700::1", "2a00:1450::1"])(
    "%s is reachable for everybody",
    (address) => {
      expect([may(address), may(address, true)]).toEqual([true, true]);
    },
  );

  it.each(["127.0.0.1", "10.1.2.3", "172.31.255.1", "192.168.1.1", "100.127.0.1", "::1", "fd00::1"])(
    "%s is of this machine or of a private network",
    (address) => {
      expect([may(address), may(address, true)]).toEqual([false, true]);
    },
  );

  it.each([
    ["unspecified", "0.0.0.0"],
    ["unspecified, with a number", "0.1.2.3"],
    ["link-local, where clouds have their metadata", "169.254.169.254"],
    ["of protocols", "192.0.0.8"],
    ["a relay of 6to4", "192.88.99.1"],
    ["documentation", "203.0.113.7"],
    ["a benchmark", "198.19.0.1"],
    ["multicast", "224.0.0.251"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["IPv4-compatible", "::127.0.0.1"],
    ["IPv4-mapped", "::ffff:8.8.8.8"],
    ["IPv4-translated", "::ffff:0:7f00:1"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["NAT64 of a network", "64:ff9b:1::a00:1"],
    ["discarded", "100::1"],
    ["Teredo", "2001:0:7f00:1::1"],
    ["a benchmark", "2001:2::1"],
    ["ORCHID", "2001:10::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["6to4", "2002:7f00:1::1"],
    ["of segment routing", "5f00::1"],
    ["link-local", "fe80::1"],
    ["link-local, with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
  ])("is refused always when it is %s: %s", (_what, address) => {
    expect([may(address), may(address, true)]).toEqual([false, false]);
  });
});
