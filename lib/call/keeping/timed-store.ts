import type { Clock } from "../../net/index.js";
import { SdkError } from "../../wire/index.js";
import type { CallStore } from "./call-store.js";

/** A store that has not answered then does not answer, milliseconds. */
const LIMIT_MS = 2000;

/** A store each of whose answers comes in time, or is an error: the rules of a call never wait for ever. */
export class TimedStore implements CallStore {
  readonly #store: CallStore;
  readonly #clock: Clock;

  constructor(store: CallStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  read(key: string): Promise<Uint8Array | undefined> {
    return this.#inTime(() => this.#store.read(key));
  }

  swap(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined): Promise<boolean> {
    return this.#inTime(() => this.#store.swap(key, expected, value));
  }

  #inTime<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = (): void =>
        reject(
          new SdkError(
            "KEEP_STORE_SILENT",
            `store: expected an answer within ${String(LIMIT_MS / 1000)} s, received none; see that it runs and can be reached`,
          ),
        );
      // a process that was busy has answers that it did not read yet
      let cancel = this.#clock.schedule(LIMIT_MS, () => {
        cancel = this.#clock.afterInput(late);
      });
      void Promise.resolve()
        .then(ask)
        .then(resolve, reject)
        .finally(() => cancel());
    });
  }
}
