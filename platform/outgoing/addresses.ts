import { lookup as lookUp } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A numeric address to connect to. */
export interface NumericAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Addresses of this machine and of private networks. */
const LOCAL = blockList(
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["::1", 128],
  ["fc00::", 7],
);

/** IPv4 addresses that are not globally reachable, or reach a host only by way of another (IANA, special-purpose registry). */
const SPECIAL_IPV4 = blockList(
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
);

/** The only IPv6 addresses that are given to hosts of the internet (RFC 4291). */
const GLOBAL_IPV6 = blockList(["2000::", 3]);

/** Those of them that are no host's: protocols, Teredo and 6to4, which carry an IPv4 address, documentation. */
const SPECIAL_IPV6 = blockList(["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["3fff::", 20]);

const LOOPBACK = blockList(["127.0.0.0", 8], ["::1", 128]);

/** Whether an address is of this machine only. */
export function isLoopback({ address, family }: NumericAddress): boolean {
  return LOOPBACK.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Connects to one address, whatever the name resolves to by now. */
export function always({ address, family }: NumericAddress): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

/** Whether the platform may connect to a numeric address. @param isLocalAllowed this machine and private networks, too */
export function mayConnect({ address, family }: NumericAddress, isLocalAllowed: boolean): boolean {
  const type = family === 4 ? "ipv4" : "ipv6";
  return isGloballyReachable(address, type) || (isLocalAllowed && LOCAL.check(address, type));
}

function isGloballyReachable(address: string, type: "ipv4" | "ipv6"): boolean {
  if (type === "ipv4") return !SPECIAL_IPV4.check(address, type);
  return GLOBAL_IPV6.check(address, type) && !SPECIAL_IPV6.check(address, type);
}

/**
 * Resolves a host, once: the address that was checked is the one to connect to.
 * @param host of a URL, IPv6 in brackets
 * @returns every address of the host
 * @throws {Error} when the host has none
 */
export async function resolveHost(host: string): Promise<readonly NumericAddress[]> {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(bare);
  if (family !== 0) return [{ address: bare, family: family as 4 | 6 }];
  const found = await lookUp(bare, { all: true, verbatim: true });
  return found.map(({ address, family: kind }) => ({ address, family: kind as 4 | 6 }));
}

function blockList(...subnets: readonly (readonly [address: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets)
    list.addSubnet(address, prefix, address.includes(":") ? "ipv6" : "ipv4");
  return list;
}
