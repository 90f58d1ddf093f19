import type { IdentityKeyStore } from "sdkpp";
import type { FromSocial, SentError } from "./messages.js";
import { Questions } from "./sent-errors.js";

/** The keys that main stores for this process: only main can seal. */
export class RemoteKeys implements IdentityKeyStore {
  readonly #tell: (message: FromSocial) => void;
  readonly #questions = new Questions<Uint8Array | undefined>();

  constructor(tell: (message: FromSocial) => void) {
    this.#tell = tell;
  }

  load(name: string): Promise<Uint8Array | undefined> {
    return this.#questions.ask((id) => this.#tell({ type: "loadKey", id, name }));
  }

  async save(name: string, bytes: Uint8Array): Promise<void> {
    await this.#questions.ask((id) => this.#tell({ type: "saveKey", id, name, bytes }));
  }

  /** Main has done it, or has failed. */
  answered(id: number, error: SentError | undefined, bytes: Uint8Array | undefined): void {
    this.#questions.answered(id, error, bytes);
  }
}
