import { keyFrom, type LobbyId, type UserId } from "sdkpp/surface";
import { tell } from "./tell.js";

/** How loud those in the player's calls are; it lives beside the state, since it changes with every frame. */
export class Levels {
  readonly #wanted: (isWanted: boolean) => void;
  readonly #listeners = new Set<() => void>();
  #places = new Map<string, number>();
  #values = new Float32Array();

  /** @param wanted somebody looks, or nobody any more */
  constructor(wanted: (isWanted: boolean) => void) {
    this.#wanted = wanted;
  }

  /** Whether somebody looks. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** How loud a user in a call is, dBFS: −100 (silence) to 0. −100 for who is in no call, and while nobody watches. */
  of(lobbyId: LobbyId, userId: UserId): number {
    const place = this.#places.get(keyFrom([lobbyId, userId]));
    return place === undefined ? SILENCE_DBFS : (this.#values[place] ?? SILENCE_DBFS);
  }

  /**
   * Listens to new levels, at most 60 times a second. They are measured while somebody watches.
   * @returns ends it
   */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#wanted(true);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#wanted(false);
    };
  }

  /** @internal */
  heard(values: Float32Array, order: readonly string[] | undefined): void {
    if (order !== undefined) this.#places = new Map(order.map((key, place) => [key, place]));
    this.#values = values as Float32Array<ArrayBuffer>;
    tell(this.#listeners);
  }

  /** @internal Nobody measures any more. */
  lost(): void {
    this.#values = new Float32Array();
    tell(this.#listeners);
  }
}

const SILENCE_DBFS = -100;
