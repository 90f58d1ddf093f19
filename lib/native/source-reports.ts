/** Parts of a source that could not be played. */
export interface InputLosses {
  /** Opus packets that were damaged, incomplete, or no Opus */
  packets: number;
  /** bytes of a file that were damaged, or that it announces and does not have */
  bytes: number;
  /** pages that were missing in an Ogg file */
  pages: number;
  /** sound that was played before the first of them */
  atMs: number;
  /** sound that was played in all */
  playedMs: number;
}

/**
 * Why nothing of a stream of bytes could be heard.
 *
 * - `kind`: it is of a kind without a reader here, or of none that is known
 * - `noOpus`: a container without an Opus stream
 * - `damaged`: its beginning cannot be read
 * - `surround`: Opus of more than two channels
 * - `codec`: samples in a form that is not read, or of a rate outside 8 to 192 kHz
 * - `empty`: no bytes, or no sound in them
 * - `memory`: there was no memory for its decoder
 */
export type StreamRefusal = "kind" | "noOpus" | "damaged" | "surround" | "codec" | "empty" | "memory";

/** Where samples stand in a stream. */
export interface SteadySound {
  /** bytes in front of them */
  begins: number;
  /** bytes of a sample of all channels */
  unitBytes: number;
  /** samples per channel in a second */
  rate: number;
}

/** The kind of a stream by its first bytes. `name`: such as "an Ogg Vorbis file"; "" when it is unknown. */
export type StreamProbe =
  /** more bytes are needed */
  | { verdict: "more" }
  /**
   * `steady`: of sound whose every second takes as many bytes.
   * `gainDb`: what the header of an Opus stream asks players to add, when it does; it is not done
   */
  | { verdict: "plays"; name: string; gainDb?: number; steady?: SteadySound }
  /** there is no reader for it */
  | { verdict: "foreign"; name: string };

/** The rest of a stream, as a stream of its own. */
export interface StreamPlace {
  /** stands in front of the bytes there */
  head: Uint8Array;
  /** where those begin */
  position: number;
  /** sound of it that lies before the place that was looked for */
  skipMs: number;
}

/** What a search for a place comes to next. */
export type PlaceStep =
  /** these bytes are wanted; fewer at the end of the stream */
  | { type: "read"; position: number; size: number }
  | ({ type: "found" } & StreamPlace)
  /** the stream has to be read from its beginning */
  | { type: "nowhere" };

/** A search for a place. @param bytes those that it wanted; none before the first */
export type PlaceSearch = (bytes?: Uint8Array) => PlaceStep;

/** The outcome of packets that were written together. */
export interface OpusPacketsWritten {
  /** of `packed`, as far as they were taken */
  bytes: number;
  /** packets among them that were skipped */
  invalid: number;
  /** sound that waits now */
  queuedMs: number;
}
