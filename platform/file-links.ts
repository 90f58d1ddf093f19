import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock/clock.js";
import type { FileLinks, LinkParameters } from "./domain/world/ports.js";

/** How long an address is valid, seconds. */
const LIFE_S = 24 * 60 * 60;
const SECONDS = /^[0-9a-f]{1,10}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** Addresses of files that are signed and expire: `ex` and `is` are hexadecimal seconds, `hm` signs them and the path. */
export class SignedFileLinks implements FileLinks {
  readonly #key: () => Uint8Array;
  readonly #clock: Clock;
  readonly #site: { readonly webBase: string };

  /**
   * @param key the one that signs now
   * @param site where the platform listens; its address is known later
   */
  constructor(key: () => Uint8Array, clock: Clock, site: { readonly webBase: string }) {
    this.#key = key;
    this.#clock = clock;
    this.#site = site;
  }

  urlOf(path: string): string {
    const now = Math.floor(this.#clock.now() / 1000);
    const [ex, is] = [(now + LIFE_S).toString(16), now.toString(16)];
    const hm = this.#sign(path, ex, is).toString("hex");
    return `${this.#site.webBase}${path}?ex=${ex}&is=${is}&hm=${hm}&`;
  }

  accepts(path: string, { ex, is, hm }: LinkParameters): boolean {
    if (!matches(ex, SECONDS) || !matches(is, SECONDS) || !matches(hm, SIGNATURE)) return false;
    if (!timingSafeEqual(this.#sign(path, ex, is), Buffer.from(hm, "hex"))) return false;
    return this.#clock.now() < Number.parseInt(ex, 16) * 1000;
  }

  #sign(path: string, ex: string, is: string): Buffer {
    return createHmac("sha256", this.#key()).update(`${path}\n${ex}\n${is}`).digest();
  }
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}
