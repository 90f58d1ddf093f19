import { MemoryCallStore, type CallStore } from "../call/keeping/call-store.js";

/** The records of the calls of a supervisor. A call that is over leaves nothing behind, whatever its process still writes. */
export class CallStores implements CallStore {
  readonly #stores = new Map<string, MemoryCallStore>();

  open(call: string): void {
    this.#stores.set(call, new MemoryCallStore());
  }

  close(call: string): void {
    this.#stores.delete(call);
  }

  read(key: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#of(key)?.read(key));
  }

  swap(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined): Promise<boolean> {
    return this.#of(key)?.swap(key, expected, value) ?? Promise.resolve(false);
  }

  /** Keys are the name of a call, with more behind a slash. */
  #of(key: string): MemoryCallStore | undefined {
    const [call = ""] = key.split("/", 1);
    return this.#stores.get(call);
  }
}
