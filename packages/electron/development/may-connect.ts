/** A request for a WebSocket, as far as it says who asks. */
export interface Asking {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly token: string | null;
}

/** Who is let in. */
export interface Admission {
  readonly port: number;
  readonly origins: readonly string[];
  readonly tokens: ReadonlySet<string>;
}

/**
 * Decides whether a page may connect. `Host` keeps out names of others that lead to this machine, `Origin` other pages of the same browser, and the
 * token other programs.
 * @returns undefined, or why not
 */
export function refusalOf(
  { host, origin, token }: Asking,
  { port, origins, tokens }: Admission,
): string | undefined {
  if (host !== `127.0.0.1:${String(port)}` && host !== `localhost:${String(port)}`)
    return `host: expected 127.0.0.1:${String(port)}, received ${JSON.stringify(host)}`;
  if (origin === undefined || !origins.includes(origin))
    return `origin: expected one of ${origins.join(", ")}, received ${JSON.stringify(origin)}`;
  if (token === null || !tokens.has(token))
    return "token: expected one that was not used yet; open the printed address";
  return undefined;
}
