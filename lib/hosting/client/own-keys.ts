import { SignatureKeys, VerifiedKeys, type KeyStore } from "../../call/index.js";
import { randomBytes } from "../../net/index.js";
import type { Questions } from "./questions.js";

/** The keys that the calls of one user share in a voice process. */
export class OwnKeys {
  readonly signatureKeys = new SignatureKeys(randomBytes);
  readonly verifiedKeys: VerifiedKeys;
  /** the calls that can ask, the newest last */
  readonly #askers = new Set<Questions>();
  #isKept = false;

  /** @param failed the game's store of verified keys failed */
  constructor(hasStore: boolean, failed: (reason: string) => void) {
    this.verifiedKeys = new VerifiedKeys({ store: hasStore ? this.#store : undefined, failed });
  }

  enter(asker: Questions): void {
    this.#askers.add(asker);
  }

  leave(asker: Questions): void {
    this.#askers.delete(asker);
  }

  /** The key that the user keeps from call to call. @param privateKey 32 bytes. @throws {SdkError} when it is not a private key */
  keep(userId: bigint, privateKey: Uint8Array): void {
    if (!this.#isKept) this.signatureKeys.keep(userId, this.signatureKeys.import(privateKey));
    this.#isKept = true;
  }

  get #store(): KeyStore {
    return {
      load: async (name) => (await this.#asker.ask("loadKeys", name)) as Uint8Array | undefined,
      save: async (name, bytes) => void (await this.#asker.ask("saveKeys", name, bytes)),
    };
  }

  get #asker(): Questions {
    const newest = [...this.#askers].at(-1);
    if (newest === undefined) throw new Error("the call that has the store is over");
    return newest;
  }
}
