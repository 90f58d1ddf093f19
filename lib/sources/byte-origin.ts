import type { Clock } from "../net/index.js";

/** Where the bytes of a source come from. */
export interface ByteOrigin {
  /** in messages */
  readonly name: string;
  /** of a file, which another program may read by itself */
  readonly path?: string;
  /** Whether its bytes can be had once more. */
  readonly isRepeatable: boolean;
  /** It will not be opened. */
  drop?(): void;
  open(wishes: OpenWishes): AsyncIterable<Uint8Array>;
  /** The same bytes, from that one on; undefined when they cannot be had from there. Its beginning was opened before. */
  openAt?(position: number, wishes: OpenWishes): AsyncIterable<Uint8Array> | undefined;
  /** How many bytes it has; undefined when that is unknown. Its beginning was opened before. */
  size?(): Promise<number | undefined>;
  /**
   * So many bytes from that one on, fewer at the end; undefined when only the whole can be had.
   * @throws {SdkError} SOURCE_UNREADABLE
   */
  readAt?(position: number, size: number, wishes: OpenWishes): Promise<Uint8Array | undefined>;
}

export interface OpenWishes {
  /** ends everything at once */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** The stream says what it plays. */
  readonly titled: (title: string) => void;
}
