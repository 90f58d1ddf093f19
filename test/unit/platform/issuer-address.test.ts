import { describe, expect, it } from "vitest";
import {
  configurationAddress,
  issuerProblem,
  keysAddress,
} from "../../../platform/openid/issuers/issuer-address.js";

const END = "/.well-known/openid-configuration";

describe("the address of an issuer's configuration", () => {
  it.each([
    ["https://issuer.example", `https://issuer.example${END}`],
    ["https://issuer.example/", `https://issuer.example${END}`],
    ["https://issuer.example:8443/games", `https://issuer.example:8443/games${END}`],
    ["https://ISSUER.example/Games/", `https://issuer.example/Games${END}`],
    ["https://issuer.example/@knights", `https://issuer.example/@knights${END}`],
  ])("of %s is %s", (issuer, address) => {
    expect(configurationAddress(issuer, false)?.href).toBe(address);
  });

  it.each([
    "",
    "issuer.example",
    "http://issuer.example",
    "ftp://issuer.example",
    "https://issuer.example?",
    "https://issuer.example/?a=b",
    "https://issuer.example#",
    "https://issuer.example/#part",
    "https://@issuer.example",
    "https://user@issuer.example",
    "https://user:password@issuer.example",
    "https://issuer",
    "https://localhost",
    "https://localhost:8443",
    "https://issuer.localhost",
    "https://issuer.local",
    "https://issuer.LOCAL",
    "https://issuer.local.",
    "https://issuer.example.",
    "https://issuer..example",
    "https://metadata.internal",
    "https://1.0.0.127.in-addr.arpa",
    "https://127.0.0.1",
    "https://127.1",
    "https://0x7f.1",
    "https://0177.0.0.1",
    "https://2130706433",
    "https://8.8.8.8",
    "https://[::1]",
    "https://[2606:4700::1111]",
    "https:/issuer.example",
    "https:issuer.example",
    "https://issuer.example\\@other.example",
    " https://issuer.example",
    "https://issuer.\texample",
    "https://issuer.example:99999",
  ])("does not exist for %j", (issuer) => {
    expect(configurationAddress(issuer, false)).toBeUndefined();
  });

  it.each(["http://127.0.0.1:8080", "https://localhost", "http://[::1]:8080/games"])(
    "exists for %s where insecure issuers are allowed",
    (issuer) => {
      expect(configurationAddress(issuer, true)?.href).toBe(new URL(issuer).href.replace(/\/$/, "") + END);
    },
  );

  it.each(["ftp://127.0.0.1", "http://127.0.0.1?", "http://127.0.0.1#", "http://user@127.0.0.1"])(
    "does not exist for %j even there",
    (issuer) => {
      expect(configurationAddress(issuer, true)).toBeUndefined();
    },
  );
});

describe("the address of an issuer's keys", () => {
  it("may be on another host, with a query", () => {
    expect(keysAddress("https://keys.example/jwks?v=1", false)?.href).toBe("https://keys.example/jwks?v=1");
  });

  it.each([
    undefined,
    1,
    null,
    ["https://keys.example"],
    "http://keys.example/jwks",
    "https://127.0.0.1/jwks",
    "https://user@keys.example/jwks",
    "https://keys.example/jwks#part",
    "file:///etc/passwd",
  ])("does not exist for %j", (address) => {
    expect(keysAddress(address, false)).toBeUndefined();
  });
});

it.each([
  ["https://issuer.example/?a=b", "an issuer has neither a query nor a fragment"],
  ["http://issuer.example", "an issuer needs https"],
  ["https://127.0.0.1", "an issuer needs a public host name"],
  ["https://user@issuer.example", "an issuer is an absolute https address"],
])("%s names the rule that it breaks", (issuer, rule) => {
  expect(issuerProblem(issuer, false)).toContain(rule);
});
