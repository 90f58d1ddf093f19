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

/** The outcome of packets that were written together. */
export interface OpusPacketsWritten {
  /** of `packed`, as far as they were taken */
  bytes: number;
  /** packets among them that were skipped */
  invalid: number;
  /** sound that waits now */
  queuedMs: number;
}
