import { SdkError } from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import { FieldReader } from "../saved/field-reader.js";
import { FieldWriter } from "../saved/field-writer.js";
import { RestoreError } from "../saved/restore-error.js";

/** One move of one call: what is sealed for it is for no other. */
export interface Move {
  /** names the call, as the processes agree */
  readonly call: string;
  /** counts the owners of the call: that of the target */
  readonly fence: bigint;
  /** process that has the call */
  readonly source: string;
  /** process that goes on with it */
  readonly target: string;
  /** nothing is sealed or opened behind that. Milliseconds since 1970 */
  readonly expiresAtMs: number;
}

/** Messages between the two processes: none must be taken for another version or kind. The list only grows at its end. */
export const MESSAGE_KINDS = ["invitation", "call", "offer"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

const VERSION = 1;

/** Fields of the move; those of the content begin at 16. */
const FIELDS = savedFields({
  version: 1,
  kind: 2,
  call: 3,
  fence: 4,
  source: 5,
  target: 6,
  expiresAtMs: 7,
});

/** The move and what is written behind it, as one message. */
export function writeMessage(kind: MessageKind, move: Move, content: (out: FieldWriter) => void): Uint8Array {
  const out = new FieldWriter(0);
  out.number(FIELDS.version, VERSION);
  out.choice(FIELDS.kind, MESSAGE_KINDS, kind);
  out.text(FIELDS.call, move.call);
  out.number(FIELDS.fence, move.fence);
  out.text(FIELDS.source, move.source);
  out.text(FIELDS.target, move.target);
  out.number(FIELDS.expiresAtMs, move.expiresAtMs);
  content(out);
  return out.take();
}

/** The move as bytes: HPKE's `info`, to which both sides bind the sealed call. */
export function contextOf(move: Move): Uint8Array {
  return writeMessage("call", move, () => undefined);
}

/**
 * Opens a message, whose sender is known.
 * @throws {SdkError} HANDOVER_VERSION, HANDOVER_DAMAGED
 */
export function readMessage<T>(
  kind: MessageKind,
  bytes: Uint8Array,
  content: (fields: FieldReader) => T,
): { readonly move: Move; readonly content: T } {
  try {
    const fields = new FieldReader(bytes, 0, kind);
    assertVersion(fields);
    if (fields.choice(FIELDS.kind, MESSAGE_KINDS) !== kind) fields.refuse(FIELDS.kind, kind, "another one");
    return { move: readMove(fields), content: content(fields) };
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error;
    throw damaged(error);
  }
}

/** What a message that cannot be read becomes. */
export function damaged(error: RestoreError): SdkError {
  const message = `the message that moves a call: ${error.message}; begin the move again`;
  return new SdkError("HANDOVER_DAMAGED", message, { cause: error });
}

/** @throws {SdkError} HANDOVER_EXPIRED */
export function assertInTime({ call, expiresAtMs }: Move, nowMs: number): void {
  if (nowMs < expiresAtMs) return;
  const late = String(Math.ceil(nowMs - expiresAtMs));
  throw new SdkError(
    "HANDOVER_EXPIRED",
    `call ${call}: expected to move in time, received the message ${late} ms late; begin the move again, and compare the clocks of both machines`,
  );
}

function readMove(fields: FieldReader): Move {
  return {
    call: fields.text(FIELDS.call),
    fence: fields.u64(FIELDS.fence),
    source: fields.text(FIELDS.source),
    target: fields.text(FIELDS.target),
    expiresAtMs: fields.number(FIELDS.expiresAtMs),
  };
}

function assertVersion(fields: FieldReader): void {
  const version = fields.number(FIELDS.version);
  if (version === VERSION) return;
  throw new SdkError(
    "HANDOVER_VERSION",
    `version: expected ${String(VERSION)}, received ${String(version)}; give both processes a version of this package that moves calls the same way`,
  );
}
