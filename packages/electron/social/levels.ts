/** How loud those in the player's calls are. */
export interface LevelSource {
  /** Keys of `participants`. Another array as soon as it is another order. */
  readonly order: readonly string[];
  /** dBFS, in this order. A new array each time: it leaves with a message. */
  readonly values: () => Float32Array;
  /** Listens as long as somebody does. @returns ends it */
  watch(listener: () => void): () => void;
}
