/** An encoded track that cannot be read. The message says what is wrong with it, and shows nothing of it. */
export class TrackEncodingError extends Error {
  override readonly name = "TrackEncodingError";
  /** always "TRACK_ENCODING_INVALID" */
  readonly code = "TRACK_ENCODING_INVALID";
}
