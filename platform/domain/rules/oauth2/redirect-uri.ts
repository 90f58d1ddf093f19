/**
 * Whether an application may be answered at `uri` (H§2.3): a registered one, or a registered `http://127.0.0.1` one with
 * any port (RFC 8252 section 7.3). `localhost` is not the same string.
 */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const bare = withoutLoopbackPort(uri);
  return bare !== undefined && registered.some((one) => withoutLoopbackPort(one) === bare);
}

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([0-9]{1,5}))?(\/[^#]*)?$/;

function withoutLoopbackPort(uri: string): string | undefined {
  const match = LOOPBACK.exec(uri);
  if (match === null || Number(match[2] ?? 0) > 65_535) return undefined;
  return `${match[1]}${match[3] ?? "/"}`;
}

/** `uri` with members added to its query; custom schemes keep their form. */
export function withQuery(uri: string, members: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value);
  return `${uri}${uri.includes("?") ? "&" : "?"}${query.toString()}`;
}
