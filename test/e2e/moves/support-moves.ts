import type { Pass, VoiceWorker } from "../../support/voice-worker.js";
import { within } from "../../support/within.js";

type Report = Awaited<ReturnType<VoiceWorker["do"]>>;

/** A move that has begun. */
export interface Moving {
  /** of `handOver` */
  readonly outcome: Promise<Report>;
  /** of `take` */
  readonly taken: Promise<Report>;
}

const LIMIT_MS = 20_000;
const MOST_TRIES = 10;

/** @param place and what is different in this move. @param pass what of the messages to the target arrives */
export async function beginMove(
  from: VoiceWorker,
  to: VoiceWorker,
  place: object,
  pass?: Pass,
): Promise<Moving> {
  from.linkTo(to, pass);
  to.linkTo(from);
  const taken = to.do("take", place);
  taken.catch(() => undefined);
  await within("a process to wait for the call", to.answer("waiting"));
  return { taken, outcome: from.do("handOver", place) };
}

/**
 * Moves a call. On a busy machine nobody takes it in time, and it goes on where it was: then it is moved again.
 * @returns a move whose call is taken
 */
export async function moveCall(from: VoiceWorker, to: VoiceWorker, place: object): Promise<Moving> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const moving = await beginMove(from, to, place);
    if (!(await isLate(moving.taken))) return moving;
    const { outcome } = await within("the end of handOver", moving.outcome, LIMIT_MS);
    if (outcome !== "kept") throw new Error(`handOver: expected "kept", received ${String(outcome)}`);
  }
  throw new Error(`a call to be taken in time: expected one of ${String(MOST_TRIES)} times, received none`);
}

/** Whether a call could not be taken, because it goes on where it was. */
export async function isLate(taken: Promise<Report>): Promise<boolean> {
  try {
    await within("the call to be taken", taken, LIMIT_MS);
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === "HANDOVER_TOO_LATE") return true;
    throw error;
  }
}
