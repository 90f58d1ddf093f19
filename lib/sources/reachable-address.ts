import { BlockList, isIP, type LookupFunction } from "node:net";
import { lookup, type LookupAddress } from "node:dns";
import {
  GLOBAL_IPV6,
  PRIVATE_ADDRESSES,
  SdkError,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
  type AddressRange,
} from "../wire/index.js";

const PRIVATE = blockList(PRIVATE_ADDRESSES);
const UNREACHABLE_IPV4 = blockList(SPECIAL_IPV4);
const HOSTS_IPV6 = blockList(GLOBAL_IPV6);
const UNREACHABLE_IPV6 = blockList(SPECIAL_IPV6);

/** Finds all addresses of a host. */
export type Resolve = (
  host: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const resolveBySystem: Resolve = (host, callback) =>
  lookup(host, { all: true, verbatim: true }, callback);

/**
 * What an address is looked up with that somebody else may have chosen: the socket connects to what was judged.
 * @param allowPrivate this machine and private networks, too; link-local addresses, where clouds have their secrets, never
 */
export function judgingLookup(allowPrivate: boolean, resolve: Resolve): LookupFunction {
  return (host, options, callback) =>
    resolve(host, (error, addresses) => {
      const refused = error ?? refusalOf(host, addresses, allowPrivate);
      const [first] = addresses;
      if (refused !== undefined || first === undefined) callback(refused ?? notFound(host), "", 0);
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
}

/** Sockets look up names only. @param host of a URL @throws {SdkError} ADDRESS_NOT_PUBLIC */
export function assertHost(host: string, allowPrivate: boolean): void {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(address);
  if (family === 0) return;
  const refused = refusalOf(address, [{ address, family }], allowPrivate);
  if (refused !== undefined) throw refused;
}

function refusalOf(
  host: string,
  addresses: readonly LookupAddress[],
  allowPrivate: boolean,
): SdkError | undefined {
  const refused = addresses.find((each) => !mayConnect(each, allowPrivate));
  if (refused === undefined) return undefined;
  const { address } = refused;
  const where = address === host ? address : `${host} is ${address}, which`;
  const isPrivate = !allowPrivate && mayConnect(refused, true);
  const remedy = isPrivate ? "; pass `allowPrivate: true` when it is an address of your own" : "";
  return new SdkError("ADDRESS_NOT_PUBLIC", `${where} is not globally reachable${remedy}`);
}

function mayConnect({ address, family }: LookupAddress, allowPrivate: boolean): boolean {
  const type = family === 4 ? "ipv4" : "ipv6";
  return isGloballyReachable(address, type) || (allowPrivate && PRIVATE.check(address, type));
}

function isGloballyReachable(address: string, type: "ipv4" | "ipv6"): boolean {
  if (type === "ipv4") return !UNREACHABLE_IPV4.check(address, type);
  return HOSTS_IPV6.check(address, type) && !UNREACHABLE_IPV6.check(address, type);
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" });
}

function blockList(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges)
    list.addSubnet(address, prefix, address.includes(":") ? "ipv6" : "ipv4");
  return list;
}
