import type { Allowed } from "sdkpp/surface";
import type { PortMain } from "../main/electron-parts.js";
import type { SocialServer } from "../social/index.js";
import { pagePortOf } from "./ports.js";

/** The pages that a server serves, by the names that main gave them. */
export class ServedPages {
  readonly #server: SocialServer;
  readonly #settled: Promise<void>;
  readonly #ends = new Map<number, () => void>();

  /** @param settled before that pages wait: what they say stays in their ports */
  constructor(server: SocialServer, settled = Promise.resolve()) {
    this.#server = server;
    this.#settled = settled;
  }

  attach(page: number, port: PortMain, allow: readonly Allowed[]): void {
    port.on("close", () => void this.#ends.delete(page));
    this.#ends.set(page, () => port.close());
    void this.#settled.then(() => {
      if (this.#ends.has(page)) this.#ends.set(page, this.#server.attach(pagePortOf(port), allow));
    });
  }

  leave(page: number): void {
    this.#ends.get(page)?.();
    this.#ends.delete(page);
  }
}
