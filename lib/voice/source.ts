/** Something to speak; all of it or piece by piece. */
export type AudioSource =
  | { type: "wav"; file: Uint8Array; loop?: boolean }
  /** Ogg Opus: sent as it is, nothing is encoded */
  | { type: "ogg"; file: Uint8Array; loop?: boolean }
  /** one Opus packet per element: sent as it is */
  | { type: "opus"; packets: Pieces<Uint8Array> }
  /** 16 bit, interleaved */
  | { type: "pcm"; samples: Pieces<Int16Array>; sampleRate: number; channels: 1 | 2 };

/** An array, a generator, a Node stream in object mode. */
export type Pieces<T> = Iterable<T> | AsyncIterable<T>;
