import type { FileContent } from "./file-content.js";

/** A file that came with a request. */
interface Sent {
  /** The `n` of its part, `files[n]`; decimal. */
  readonly index: string;
  /** The sender's name of the file, unchecked. */
  readonly filename: string;
}

/** A file that came with a request, and whose bytes are kept already. */
export interface Upload extends Sent {
  readonly content: FileContent;
}

/** A small file that came with a request, and that is read instead of kept. */
export interface ReadUpload extends Sent {
  readonly bytes: Uint8Array;
}
