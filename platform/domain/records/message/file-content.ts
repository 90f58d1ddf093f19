import type { IndexValues } from "../../../store/store.js";

/** The bytes of a file, by the name under which they are kept. */
export interface FileContent {
  /** SHA-256 of the bytes, hex: files of equal content share it. */
  readonly hash: string;
  /** Bytes */
  readonly size: number;
}

/** The collection of the records that name contents. */
export const FILES = "file";

/** Indexes a file by what it holds, which stays while any record names it. */
export function fileIndex({ hash }: FileContent): IndexValues {
  return { hash };
}
