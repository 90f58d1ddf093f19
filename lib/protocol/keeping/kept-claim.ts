import { SdkError } from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import { FieldReader } from "../saved/field-reader.js";
import { FieldWriter } from "../saved/field-writer.js";
import { RestoreError } from "../saved/restore-error.js";

/** Numbers under a key: an owner seals with those from `start` on, below `limit`. */
export interface NumberRange {
  readonly start: number;
  readonly limit: number;
}

/** How far the sound of a call was at a moment. */
export interface KeptTide {
  /** milliseconds since 1970 */
  readonly atMs: number;
  /** the next RTP sequence number */
  readonly sequence: number;
  /** which of its sources the call played, counted from its beginning */
  readonly source: number;
  /** what was sent of that source, milliseconds */
  readonly positionMs: number;
  /** it was being sent */
  readonly isPlaying: boolean;
}

/** Who has a call, and with which numbers. It holds no secret. */
export interface KeptClaim {
  /** counts the owners of the call */
  readonly fence: bigint;
  /** names the process */
  readonly owner: string;
  /** that no other owner of the call has */
  readonly numbers: NumberRange;
  /** fence of the owner that wrote the newest ground; 0: nothing was written yet */
  readonly groundFence: bigint;
  readonly tide: KeptTide | undefined;
}

/** A call seals with fewer numbers than that under one key. */
export const MOST_NUMBERS = 2 ** 29;

const VERSION = 1;
const FIELDS = savedFields({ version: 1, fence: 2, owner: 3, start: 4, limit: 5, groundFence: 6, tide: 7 });
const TIDE_FIELDS = savedFields({ atMs: 1, sequence: 2, source: 3, positionMs: 4, isPlaying: 5 });
const MOST_SEQUENCE = 0xffff;

export function writeClaim({ fence, owner, numbers, groundFence, tide }: KeptClaim): Uint8Array {
  const out = new FieldWriter(0);
  out.number(FIELDS.version, VERSION);
  out.number(FIELDS.fence, fence);
  out.text(FIELDS.owner, owner);
  out.number(FIELDS.start, numbers.start);
  out.number(FIELDS.limit, numbers.limit);
  out.number(FIELDS.groundFence, groundFence);
  if (tide !== undefined) out.record(FIELDS.tide, () => writeTide(out, tide));
  return out.take();
}

/** @throws {SdkError} KEPT_CALL_DAMAGED, KEPT_CALL_VERSION */
export function readClaim(bytes: Uint8Array): KeptClaim {
  try {
    const fields = new FieldReader(bytes, 0, "claim");
    assertVersion(fields.number(FIELDS.version));
    const tide = fields.maybeInner(FIELDS.tide);
    return {
      fence: fields.u64(FIELDS.fence),
      owner: fields.text(FIELDS.owner),
      numbers: {
        start: fields.number(FIELDS.start, MOST_NUMBERS),
        limit: fields.number(FIELDS.limit, MOST_NUMBERS),
      },
      groundFence: fields.u64(FIELDS.groundFence),
      tide: tide && readTide(tide),
    };
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error;
    throw damagedKeep(error.message, error);
  }
}

/** What is kept and cannot be read. */
export function damagedKeep(what: string, cause?: unknown): SdkError {
  return new SdkError("KEPT_CALL_DAMAGED", `the kept call: ${what}; join the call anew`, { cause });
}

function assertVersion(version: number): void {
  if (version === VERSION) return;
  throw new SdkError(
    "KEPT_CALL_VERSION",
    `the kept call: expected version ${String(VERSION)}, received ${String(version)}; give all processes a version of this package that keeps calls the same way, or join the call anew`,
  );
}

function writeTide(out: FieldWriter, { atMs, sequence, source, positionMs, isPlaying }: KeptTide): void {
  out.number(TIDE_FIELDS.atMs, Math.round(atMs));
  out.number(TIDE_FIELDS.sequence, sequence);
  out.number(TIDE_FIELDS.source, source);
  out.number(TIDE_FIELDS.positionMs, Math.round(positionMs));
  out.flag(TIDE_FIELDS.isPlaying, isPlaying);
}

function readTide(fields: FieldReader): KeptTide {
  return {
    atMs: fields.number(TIDE_FIELDS.atMs),
    sequence: fields.number(TIDE_FIELDS.sequence, MOST_SEQUENCE),
    source: fields.number(TIDE_FIELDS.source),
    positionMs: fields.number(TIDE_FIELDS.positionMs),
    isPlaying: fields.flag(TIDE_FIELDS.isPlaying),
  };
}
