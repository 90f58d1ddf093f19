/** First address and length of the prefix, in bits. */
export type AddressRange = readonly [address: string, prefix: number];

/** IPv4 addresses that are not globally reachable, or reach a host only by way of another (IANA, special-purpose registry). */
export const SPECIAL_IPV4: readonly AddressRange[] = [
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
];

/** The only IPv6 addresses that are given to hosts of the internet (RFC 4291). */
export const GLOBAL_IPV6: readonly AddressRange[] = [["2000::", 3]];

/** Those of them that are no host's: protocols, Teredo and 6to4, which carry an IPv4 address, documentation. */
export const SPECIAL_IPV6: readonly AddressRange[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Addresses of this machine and of private networks. */
export const PRIVATE_ADDRESSES: readonly AddressRange[] = [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["::1", 128],
  ["fc00::", 7],
];
