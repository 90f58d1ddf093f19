/** A file that came with a request. */
export interface Upload {
  /** The `n` of its part, `files[n]`; decimal. */
  readonly index: string;
  /** The sender's name of the file, unchecked. */
  readonly filename: string;
  readonly bytes: Uint8Array;
}
