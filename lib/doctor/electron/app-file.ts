import fs from "node:fs";

/** A file of a packaged app. */
export interface AppFile {
  /** from the folder of the app, with `/` between folders */
  readonly path: string;
  /** "missing": the archive says that it lies beside it, and it does not */
  readonly place: "in the archive" | "on the disk" | "missing";
  /** the file on the disk, or the archive that it is in */
  readonly onDisk: string;
  /** first byte in `onDisk` */
  readonly at: number;
  /** bytes */
  readonly size: number;
}

/** The first bytes of a file; none of one that is missing. */
export function headOf({ place, onDisk, at, size }: AppFile, maxBytes: number): Buffer {
  return place === "missing" ? Buffer.alloc(0) : bytesOf(onDisk, at, Math.min(size, maxBytes));
}

/** Bytes of a file on the disk; fewer where it ends. */
export function bytesOf(file: string, at: number, length: number): Buffer {
  const descriptor = fs.openSync(file, "r");
  try {
    return readAt(descriptor, at, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Bytes of an open file; fewer where it ends. */
export function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < length; filled += read)
    read = fs.readSync(descriptor, bytes, filled, length - filled, at + filled);
  return bytes.subarray(0, filled);
}
