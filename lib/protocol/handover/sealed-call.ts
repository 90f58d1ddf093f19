import { SdkError } from "../../wire/index.js";
import { decryptWithLabel, encryptWithLabel, generateKeyPair, type HpkeKeyPair } from "../mls/hpke.js";
import type { RandomBytes } from "../mls/random.js";
import { savedFields } from "../saved/field.js";
import type { Authenticity } from "./authenticity.js";
import { assertInTime, contextOf, readMessage, writeMessage, type Move } from "./move.js";

const FIELDS = savedFields({ publicKey: 16, kemOutput: 17, ciphertext: 18 });
const LABEL = "sdkpp call that moves";
/** How long a move may take, milliseconds. */
const LIMIT_MS = 10_000;
const POINT_BYTES = 65;

/** Parts that both sides of a move need. */
export interface MoveParts {
  readonly authenticity: Authenticity;
  readonly random: RandomBytes;
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
}

/**
 * The side of a move that gets the call: it invites, with a key for this move only, and opens what is sealed for that.
 */
export class MoveTarget {
  /** For the process that has the call: {@link sealCall} takes it. */
  readonly invitation: Uint8Array;
  readonly #move: Move;
  readonly #parts: MoveParts;
  #pair: HpkeKeyPair | undefined;

  constructor(move: Omit<Move, "expiresAtMs">, parts: MoveParts) {
    this.#move = { ...move, expiresAtMs: Math.ceil(parts.wallClock()) + LIMIT_MS };
    this.#parts = parts;
    const pair = generateKeyPair(parts.random);
    this.#pair = pair;
    const message = writeMessage("invitation", this.#move, (out) =>
      out.bytes(FIELDS.publicKey, pair.publicKey),
    );
    this.invitation = parts.authenticity.protect("invitation", message);
  }

  /**
   * Opens the call, once.
   * @returns what {@link sealCall} was given; to be wiped
   * @throws {SdkError} HANDOVER_NOT_AUTHENTIC, HANDOVER_VERSION, HANDOVER_DAMAGED; HANDOVER_OTHER_MOVE: sealed for another target,
   *   call or owner; HANDOVER_EXPIRED; HANDOVER_USED: it was opened before
   */
  open(sealed: Uint8Array): Uint8Array {
    const message = this.#parts.authenticity.check("call", sealed);
    const { move, content } = readMessage("call", message, (fields) => ({
      kemOutput: fields.bytesOf(FIELDS.kemOutput, POINT_BYTES),
      ciphertext: fields.bytes(FIELDS.ciphertext),
    }));
    assertSame(this.#move, move);
    assertInTime(this.#move, this.#parts.wallClock());
    if (this.#pair === undefined)
      throw new SdkError(
        "HANDOVER_USED",
        `call ${move.call}: expected a move to be opened once, received it again; begin another move`,
      );
    const record = decryptWithLabel(this.#pair, LABEL, contextOf(move), content);
    if (record === undefined)
      throw new SdkError(
        "HANDOVER_DAMAGED",
        `call ${move.call}: expected what was sealed for this move, received other bytes; begin the move again`,
      );
    this.end();
    return record;
  }

  /** The move takes place no more, or has: its key is wiped. Idempotent. */
  end(): void {
    this.#pair?.privateKey.fill(0);
    this.#pair = undefined;
  }
}

/**
 * Seals a call for the process that invited it.
 * @param own the call, the fence of its next owner, and this process, as the invitation has to name them
 * @param record is wiped
 * @throws {SdkError} HANDOVER_NOT_AUTHENTIC, HANDOVER_VERSION, HANDOVER_DAMAGED, HANDOVER_EXPIRED; HANDOVER_OTHER_MOVE: it invites
 *   another process, or another call. The record is wiped then, too
 */
export function sealCall(
  invitation: Uint8Array,
  own: Pick<Move, "call" | "fence" | "source">,
  record: Uint8Array,
  parts: MoveParts,
): Uint8Array {
  try {
    return seal(invitation, own, record, parts);
  } finally {
    record.fill(0);
  }
}

function seal(
  invitation: Uint8Array,
  { call, fence, source }: Pick<Move, "call" | "fence" | "source">,
  record: Uint8Array,
  { authenticity, random, wallClock }: MoveParts,
): Uint8Array {
  const message = authenticity.check("invitation", invitation);
  const { move, content: publicKey } = readMessage("invitation", message, (fields) =>
    fields.bytesOf(FIELDS.publicKey, POINT_BYTES),
  );
  assertSame({ ...move, call, fence, source }, move);
  assertInTime(move, wallClock());
  const { kemOutput, ciphertext } = encrypted(publicKey, move, record, random);
  const sealed = writeMessage("call", move, (out) => {
    out.bytes(FIELDS.kemOutput, kemOutput);
    out.bytes(FIELDS.ciphertext, ciphertext);
  });
  return authenticity.protect("call", sealed);
}

function encrypted(publicKey: Uint8Array, move: Move, record: Uint8Array, random: RandomBytes) {
  try {
    return encryptWithLabel(publicKey, LABEL, contextOf(move), record, random);
  } catch (error) {
    throw new SdkError(
      "HANDOVER_DAMAGED",
      "publicKey: expected a point of P-256, received other bytes; begin the move again",
      {
        cause: error,
      },
    );
  }
}

/** @throws {SdkError} HANDOVER_OTHER_MOVE */
function assertSame(expected: Move, received: Move): void {
  for (const name of ["call", "fence", "source", "target", "expiresAtMs"] as const) {
    if (expected[name] === received[name]) continue;
    throw new SdkError(
      "HANDOVER_OTHER_MOVE",
      `${name}: expected ${String(expected[name])}, received ${String(received[name])}; each sealed call is for one move: let its target invite again`,
    );
  }
}
