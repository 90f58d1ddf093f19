import type { Mirror } from "@sdkpp/electron/renderer";
import type { CollectionName, RecordOf } from "sdkpp/surface";
import { share } from "./share.js";
import type { Source } from "./source.js";

/** What is made of all records of a part: it is made again when the part has changed, and keeps its identity while it has the same content. */
export class ListSource<K extends CollectionName, T> implements Source<T> {
  readonly #state: Mirror;
  readonly #part: K;
  readonly #make: (records: ReadonlyMap<string, RecordOf<K>>) => T;
  #made: { readonly version: number; readonly value: T } | undefined;

  constructor(state: Mirror, part: K, make: (records: ReadonlyMap<string, RecordOf<K>>) => T) {
    this.#state = state;
    this.#part = part;
    this.#make = make;
  }

  readonly watch = (listener: () => void): (() => void) => this.#state.watch(this.#part, undefined, listener);

  readonly read = (): T => {
    const version = this.#state.versionOf(this.#part);
    if (this.#made?.version === version) return this.#made.value;
    const value = share(this.#made?.value, this.#make(this.#state.all(this.#part)));
    this.#made = { version, value };
    return value;
  };
}
