/** An address of the web: text of this type has been parsed, and can be again. Its member is there for the compiler only. */
export type WebAddress = string & { readonly isWebAddress: true };

/** Characters that no address contains; parsers drop some of them silently. */
const NEVER = /[\s\p{Cc}]/u;
const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:"]);

/** Whether a text is an address that browsers can open. No pattern tells: ports, hosts and brackets have rules of their own. */
export function isWebAddress(text: string): text is WebAddress {
  if (NEVER.test(text) || !/^https?:\/\/[^/?#\\]/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return SCHEMES.has(protocol) && hostname !== "";
}

/** The address as browsers write it, percent-encoded where necessary, but without an added slash after the host. */
export function canonicalAddress(address: WebAddress): WebAddress {
  const { href } = new URL(address);
  const isBare = !/^https?:\/\/[^/?#\\]*[/?#\\]/i.test(address);
  return (isBare ? href.replace(/\/$/, "") : href) as WebAddress;
}
