import type { Readable } from "node:stream";
import { FILES, fileIndex } from "../domain/records/message/file-content.js";
import type { StoredFile } from "../domain/records/message/attachment.js";
import { streamOf } from "../files/intake.js";
import type { FileStore, HeldFile } from "../files/file-store.js";
import type { StoredRecord } from "../store/store.js";

/** Bytes become four characters of base64 in groups of three. */
const GROUP = 3;

/** A file in a snapshot: its bytes are in its record, as `data` in base64, instead of their name. */
export interface PackedFile {
  readonly record: StoredRecord;
  readonly held: HeldFile;
}

/** Holds the bytes of a record until its line is written; undefined: the record is of no file. */
export function heldFile(record: StoredRecord, files: FileStore): PackedFile | undefined {
  if (record.collection !== FILES) return undefined;
  const { hash, size } = JSON.parse(record.body) as StoredFile;
  return { record, held: files.hold({ hash, size }) };
}

/** How long the line of a file is, about. */
export function packedSize({ held }: PackedFile): number {
  return Math.ceil(held.content.size / GROUP) * 4;
}

/** The line of a file in pieces; none for one whose bytes are gone. */
export async function linesOfFile({ record, held }: PackedFile, files: FileStore): Promise<Buffer[]> {
  const { id, channelId, filename, size } = JSON.parse(record.body) as StoredFile;
  const opened = await files.open(held.content);
  if (opened === undefined) return [];
  const named = JSON.stringify([FILES, record.id, {}, { id, channelId, filename, data: "" }]);
  const end = '"}]';
  const line: Buffer[] = [Buffer.from(named.slice(0, -end.length))];
  if (size === 0) await opened.close();
  else for await (const piece of base64Of(opened.read({ start: 0, end: size - 1 }))) line.push(piece);
  return [...line, Buffer.from(`${end}\n`)];
}

async function* base64Of(bytes: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    const all = Buffer.concat([rest, piece]);
    const whole = all.length - (all.length % GROUP);
    yield Buffer.from(all.toString("base64", 0, whole), "latin1");
    rest = all.subarray(whole);
  }
  yield Buffer.from(rest.toString("base64"), "latin1");
}

/** Records whose files are kept, and held until the records are stored. */
export interface UnpackedFiles {
  readonly content: readonly StoredRecord[];
  release(): void;
}

/**
 * Keeps the bytes that records of a snapshot have, so that they name them again.
 * @throws {RangeError} when a file has none; the disk's error. Nothing is held then
 */
export async function unpackFiles(
  content: readonly StoredRecord[],
  files: FileStore,
): Promise<UnpackedFiles> {
  const all: HeldFile[] = [];
  const release = (): void => {
    for (const held of all) held.release();
  };
  const kept: StoredRecord[] = [];
  try {
    for (const record of content) kept.push(record.collection === FILES ? await unpacked(record) : record);
    return { content: kept, release };
  } catch (error) {
    release();
    throw error;
  }

  async function unpacked(record: StoredRecord): Promise<StoredRecord> {
    const { data, ...file } = JSON.parse(record.body) as Record<string, unknown>;
    if (typeof data !== "string")
      throw new RangeError(`The snapshot is damaged: the file ${record.id} has no content.`);
    const held = await files.keep(streamOf(Buffer.from(data, "base64")));
    all.push(held);
    const { hash } = fileIndex(held.content);
    return { ...record, index: { hash: [String(hash)] }, body: JSON.stringify({ ...file, ...held.content }) };
  }
}
