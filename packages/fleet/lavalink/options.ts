import type { Clock } from "sdkpp/voice";
import type { TrackResolver } from "../sources/resolver.js";
import type { Worker } from "../worker/worker.js";

/** Settings of {@link startLavalink}. */
export interface LavalinkOptions {
  /** what clients send as `Authorization`; not empty */
  readonly password: string;
  /** TCP port, 0–65,535; 0 takes a free one. Default 2333 */
  readonly port?: number;
  /** address to listen on; default 127.0.0.1. One outside of this machine needs `listenOutside` */
  readonly host?: string;
  /** whether `host` may be an address that other machines reach; default false. The door has no TLS: put a proxy before it */
  readonly listenOutside?: boolean;
  /** folders whose files may be played; default: none */
  readonly media?: readonly string[];
  /** whether web addresses may be of this machine or of a private network; default false. Link-local ones never are */
  readonly allowPrivate?: boolean;
  /** finds tracks in place of the door's own sources */
  readonly resolve?: TrackResolver;
  /** names of the sources of `resolve`, for `/v4/info`; default "http", and "local" with `media` */
  readonly sourceManagers?: readonly string[];
  /** additional certificates to trust for voice gateways, PEM: the text, not a path */
  readonly ca?: string | string[];
  /** as for `joinVoiceChannel` */
  readonly addonPath?: string | URL;
  /** milliseconds without sound after which a track is stuck, 1–2^31-1; default 10,000 */
  readonly stuckMs?: number;
  /** milliseconds between two `playerUpdate`, 1–2^31-1; default 5,000 */
  readonly playerUpdateMs?: number;
  /** has the calls; default: this process */
  readonly worker?: Worker;
  /** replaces the clock, for tests */
  readonly clock?: Clock;
  /** milliseconds since 1970; replaces the wall clock, for tests */
  readonly wallClock?: () => number;
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];
const LONGEST_MS = 2 ** 31 - 1;

/** @throws {RangeError} naming the option that is wrong */
export function checkOptions({ port, host, listenOutside, stuckMs, playerUpdateMs }: LavalinkOptions): void {
  whole("port", port ?? 0, 0, 65_535);
  whole("stuckMs", stuckMs ?? 1, 1, LONGEST_MS);
  whole("playerUpdateMs", playerUpdateMs ?? 1, 1, LONGEST_MS);
  if (host === undefined || LOOPBACK.includes(host) || listenOutside === true) return;
  throw new RangeError(
    `host: expected an address of this machine (127.0.0.1, ::1, localhost), received ${host}; listenOutside (--listen-outside) allows others`,
  );
}

function whole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `${name}: expected a whole number, ${String(least)} to ${String(most)}, received ${String(value)}`,
  );
}
