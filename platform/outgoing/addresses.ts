import { GLOBAL_IPV6, PRIVATE_ADDRESSES, SPECIAL_IPV4, SPECIAL_IPV6, type AddressRange } from "sdkpp/wire";
import { lookup as lookUp } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A numeric address to connect to. */
export interface NumericAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const LOCAL = blockList(PRIVATE_ADDRESSES);
const UNREACHABLE_IPV4 = blockList(SPECIAL_IPV4);
const HOSTS_IPV6 = blockList(GLOBAL_IPV6);
const UNREACHABLE_IPV6 = blockList(SPECIAL_IPV6);
const LOOPBACK = blockList([
  ["127.0.0.0", 8],
  ["::1", 128],
]);

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
  if (type === "ipv4") return !UNREACHABLE_IPV4.check(address, type);
  return HOSTS_IPV6.check(address, type) && !UNREACHABLE_IPV6.check(address, type);
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

function blockList(subnets: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets)
    list.addSubnet(address, prefix, address.includes(":") ? "ipv6" : "ipv4");
  return list;
}
