import { isIP } from "node:net";

/** How a fleet reaches its NATS servers. */
export interface NatsOptions {
  /** addresses of servers of one cluster, such as `nats://127.0.0.1:4222` or `tls://nats.example:4222` */
  readonly servers: string | readonly string[];
  /** login */
  readonly user?: string;
  readonly pass?: string;
  /** in place of user and pass */
  readonly token?: string;
  /** PEM: certificates to trust for TLS; default: those of Node.js */
  readonly ca?: string;
  /** whether addresses that other machines reach may be used without TLS and without login; default false */
  readonly insecure?: boolean;
}

const SCHEME = /^([a-z]+):\/\//i;
const SCHEMES = ["nats", "tls"];

/** @throws Error naming an address that is wrong, or that everybody in the network could write to */
export function serversArgument(options: NatsOptions): string[] {
  const servers = typeof options.servers === "string" ? [options.servers] : [...options.servers];
  if (servers.length === 0)
    throw new RangeError("nats.servers: expected at least one address, received none");
  for (const server of servers) checkAddress(server, options);
  return servers;
}

/** Whether TLS is wanted with all of them. */
export function wantsTls(options: NatsOptions, servers: readonly string[]): boolean {
  return options.ca !== undefined || servers.some((server) => server.toLowerCase().startsWith("tls://"));
}

function checkAddress(server: string, options: NatsOptions): void {
  const scheme = SCHEME.exec(server)?.[1]?.toLowerCase() ?? "nats";
  const host = hostOf(server);
  if (host === undefined || !SCHEMES.includes(scheme))
    throw new TypeError(
      `nats.servers: expected an address such as nats://127.0.0.1:4222, received ${scheme}://…; use nats:// or tls://`,
    );
  const hasLogin = options.user !== undefined || options.token !== undefined;
  if (options.insecure === true || hasLogin || isLoopback(host) || wantsTls(options, [server])) return;
  throw new Error(
    `nats.servers: expected TLS, a login or an address of this machine, received ${host}: others could read and write there; use tls://, give user and pass, or allow it with "insecure"`,
  );
}

function hostOf(server: string): string | undefined {
  try {
    return new URL(SCHEME.test(server) ? server.replace(SCHEME, "http://") : `http://${server}`).hostname;
  } catch {
    return undefined;
  }
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}
