import { promisify } from "node:util";
import { constants, gunzip, gunzipSync, gzip } from "node:zlib";
import { parseSnowflake, snowflakeFromTime } from "sdkpp/wire";
import { EARLIEST_MS, LATEST_MS } from "../clock/range.js";
import { RECORD_FORMAT } from "../store/database.js";
import type { FileStore } from "../files/file-store.js";
import type { StoredRecord } from "../store/store.js";
import { heldFile, linesOfFile, packedSize, type PackedFile } from "./files.js";

/** The most bytes that a snapshot has, unpacked. */
export const UNPACKED_MAX = 512 << 20;
/** Version of the lines below. */
const VERSION = 1;
/** Where the first line ends at the latest, packed. */
const BEGINNING_BYTES = 4096;
const LAST_ID = snowflakeFromTime(LATEST_MS);
const FAST = 1;
const NEWLINE = 10;

/** The first line of a snapshot. */
export interface SnapshotHead {
  /** The platform's clock when it was taken, Unix milliseconds. */
  readonly time: number;
  /** How many records it has. */
  readonly records: number;
}

/** Where a platform stands, beside its records. */
export interface SnapshotMoment {
  /** Its clock, Unix milliseconds. */
  readonly time: number;
  /** The greatest id that it has given. */
  readonly lastId: bigint;
}

/** What a snapshot holds. */
export interface SnapshotContent extends SnapshotMoment {
  readonly content: readonly StoredRecord[];
}

/**
 * Packs records: JSON lines, compressed. The first line says what the file is, each other one is a record: collection, id, index
 * values, body; the record of a file has its bytes. The records are read before this returns, so that they are those of one moment; the
 * bytes are read and compressed beside.
 * @param files holds the bytes of the records' files meanwhile
 * @returns the bytes
 * @throws {RangeError} when there is more than {@link UNPACKED_MAX}
 */
export async function packSnapshot(
  records: Iterable<StoredRecord>,
  moment: SnapshotMoment,
  files: FileStore,
): Promise<Buffer> {
  const lines: Buffer[] = [];
  const packed: PackedFile[] = [];
  try {
    let size = 0;
    for (const record of records) {
      const file = heldFile(record, files);
      const line = lineOf(record);
      size += line.length + (file === undefined ? 0 : packedSize(file));
      if (file === undefined) lines.push(line);
      else packed.push(file);
      if (size > UNPACKED_MAX)
        throw new RangeError(`The store is larger than ${UNPACKED_MAX} bytes, too large for a snapshot.`);
    }
    let count = lines.length;
    for (const file of packed) {
      const line = await linesOfFile(file, files);
      if (line.length > 0) count += 1;
      lines.push(...line);
    }
    return await compressed(headLine(moment, count), lines);
  } finally {
    for (const { held } of packed) held.release();
  }
}

function lineOf({ collection, id, index, body }: StoredRecord): Buffer {
  const [name, key, values] = [collection, id, index].map((one) => JSON.stringify(one));
  return Buffer.from(`[${name},${key},${values},${body}]\n`);
}

/** @param records how many there are */
function headLine({ time, lastId }: SnapshotMoment, records: number): Buffer {
  const head = {
    sdkpp: "snapshot",
    version: VERSION,
    format: RECORD_FORMAT,
    time,
    lastId: String(lastId),
    records,
  };
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

function compressed(head: Buffer, lines: readonly Buffer[]): Promise<Buffer> {
  return promisify(gzip)(Buffer.concat([head, ...lines]), { level: FAST });
}

/**
 * Reads a snapshot whole, and checks it.
 * @throws {RangeError} with what is wrong with it
 */
export async function unpackSnapshot(file: Uint8Array): Promise<SnapshotContent> {
  const bytes = await promisify(gunzip)(file, { maxOutputLength: UNPACKED_MAX + BEGINNING_BYTES }).catch(
    () => {
      throw damaged("it cannot be unpacked");
    },
  );
  const lines = linesOf(bytes);
  const head = headOf(lines.next().value);
  const content: StoredRecord[] = [];
  for (const line of lines) content.push(recordOf(line, content.length + 1));
  if (content.length !== head.records) throw damaged(`it has ${content.length} of ${head.records} records`);
  return { time: head.time, lastId: head.lastId, content };
}

/** The first line of a snapshot, of its first bytes; undefined when it is none. */
export function headOfBeginning(beginning: Uint8Array): SnapshotHead | undefined {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    const { time, records } = headOf(
      linesOf(gunzipSync(beginning.subarray(0, BEGINNING_BYTES), options)).next().value,
    );
    return { time, records };
  } catch {
    return undefined;
  }
}

function* linesOf(bytes: Buffer): Generator<string, undefined> {
  for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
    to = bytes.indexOf(NEWLINE, from);
    if (to === -1) throw damaged("its last line is cut");
    yield bytes.toString("utf8", from, to);
  }
  return undefined;
}

/** @throws {RangeError} when the file is none, or of another version */
function headOf(line: string | undefined): SnapshotHead & SnapshotMoment {
  const head = jsonOf(line ?? "") as Readonly<Record<string, unknown>> | null | undefined;
  if (head?.["sdkpp"] !== "snapshot") throw new RangeError("This file is no snapshot of a platform.");
  const { version, format, time, records, lastId } = head;
  if (version !== VERSION || format !== RECORD_FORMAT)
    throw new RangeError(
      `The snapshot was written by another version of the platform (version ${String(version)}, format ${String(format)}; this one reads version ${VERSION}, format ${RECORD_FORMAT}).`,
    );
  const isTime = typeof time === "number" && time >= EARLIEST_MS && time <= LATEST_MS;
  const last = parseSnowflake(lastId);
  if (!isTime || last === undefined || last > LAST_ID || !Number.isSafeInteger(records))
    throw damaged("its first line is wrong");
  return { time, lastId: last, records: records as number };
}

function recordOf(line: string, number: number): StoredRecord {
  const given = jsonOf(line);
  const [collection, id, index, body, ...rest] = Array.isArray(given) ? (given as unknown[]) : [];
  const isWhole =
    typeof collection === "string" && typeof id === "string" && isObject(body) && rest.length === 0;
  if (!isWhole || !isIndex(index)) throw damaged(`record ${number} is wrong`);
  return { collection, id, index, body: JSON.stringify(body) };
}

function isIndex(value: unknown): value is StoredRecord["index"] {
  if (!isObject(value)) return false;
  const texts = Object.values(value).flat(1) as unknown[];
  return Object.values(value).every(Array.isArray) && texts.every((one) => typeof one === "string");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function damaged(how: string): RangeError {
  return new RangeError(`The snapshot is damaged: ${how}.`);
}
