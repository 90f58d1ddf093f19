import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readAt, type AppFile } from "./app-file.js";
import { ASAR_PREFIX_BYTES, parseAsarHeader, parseAsarPrefix } from "./asar-header.js";
import { filesIn } from "./files-in.js";

/** An archive, and what lies beside it. */
export interface Archive {
  readonly files: ReadonlyMap<string, AppFile>;
  /** SHA-256 of the header, hexadecimal: what Electron compares before it reads the archive */
  readonly headerHash: string;
}

/** Opens `app.asar` with `app.asar.unpacked`. @throws {AsarError} of an archive, or what reading a file throws */
export function openArchive(file: string): Archive {
  const { header, entries } = readHeader(file);
  const files = new Map<string, AppFile>();
  const beside = `${file}.unpacked`;
  for (const [name, { size, at }] of entries) {
    const onDisk = at === undefined ? path.join(beside, name) : file;
    const place = at === undefined ? "missing" : "in the archive";
    files.set(name, { path: name, place, onDisk, at: at ?? 0, size });
  }
  // What lies there is found by the loader of the addon, whether the archive knows of it or not.
  for (const found of filesIn(beside)) files.set(found.path, found);
  return { files, headerHash: createHash("sha256").update(header).digest("hex") };
}

function readHeader(file: string) {
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    const prefix = parseAsarPrefix(readAt(descriptor, 0, ASAR_PREFIX_BYTES), size);
    const header = readAt(descriptor, ASAR_PREFIX_BYTES, prefix.headerBytes);
    return { header, entries: parseAsarHeader(header, prefix, size) };
  } finally {
    fs.closeSync(descriptor);
  }
}
