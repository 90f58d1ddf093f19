import { MemoryCallStore, type CallStore } from "../call/keeping/call-store.js";
import { storeTidePlace, type TidePlace } from "../call/keeping/noted-tide.js";

/** The places in which calls note their ticks. */
export interface TidePlaces {
  /** Undefined: there is none left. */
  take(): TidePlace | undefined;
  free(place: TidePlace): void;
}

/** The records of the calls of a supervisor. A call that is over leaves nothing behind, whatever its process still writes. */
export class CallStores implements CallStore {
  readonly #stores = new Map<string, MemoryCallStore>();
  readonly #places = new Map<string, TidePlace>();
  readonly #tides: TidePlaces;

  constructor(tides: TidePlaces) {
    this.#tides = tides;
  }

  open(call: string): void {
    const store = new MemoryCallStore();
    this.#stores.set(call, store);
    const place = this.#tides.take();
    if (place === undefined) return;
    this.#places.set(call, place);
    void storeTidePlace(store, call, place);
  }

  close(call: string): void {
    this.#stores.delete(call);
    const place = this.#places.get(call);
    this.#places.delete(call);
    if (place !== undefined) this.#tides.free(place);
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
