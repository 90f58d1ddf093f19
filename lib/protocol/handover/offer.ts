import type { Authenticity } from "./authenticity.js";
import { readMessage, writeMessage, type Move } from "./move.js";

/** What the process that has a call says of it before another one invites it. */
export type Offer = Pick<Move, "call" | "fence" | "source">;

/** The first message of a move. It holds no secret. */
export function writeOffer({ call, fence, source }: Offer, authenticity: Authenticity): Uint8Array {
  const move = { call, fence, source, target: "", expiresAtMs: 0 };
  return authenticity.protect(
    "offer",
    writeMessage("offer", move, () => undefined),
  );
}

/** @throws {SdkError} HANDOVER_NOT_AUTHENTIC, HANDOVER_VERSION, HANDOVER_DAMAGED */
export function readOffer(bytes: Uint8Array, authenticity: Authenticity): Offer {
  const { call, fence, source } = readMessage(
    "offer",
    authenticity.check("offer", bytes),
    () => undefined,
  ).move;
  return { call, fence, source };
}
