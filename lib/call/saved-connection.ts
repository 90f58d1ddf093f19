import type { KeptRange, NativeVoiceSession, SavedSessionFault } from "../native/index.js";
import { RestoreError, savedFields, type FieldReader, type FieldWriter } from "../protocol/index.js";

/** The record of a connection: `VoiceConnection.save` writes it. */
export const CONNECTION_FIELDS = savedFields({
  facts: 1,
  condition: 2,
  encryption: 3,
  session: 4,
  packets: 5,
  status: 6,
  lastPhase: 7,
  samples: 8,
});

const { session: SESSION, packets: PACKETS, samples: SAMPLES } = CONNECTION_FIELDS;

const WORDS = {
  damaged: ["whole fields", "other bytes"],
  missing: ["a value", "nothing"],
  outOfRange: ["a value that it can have", "another one"],
} as const;

/** The addon's part, and the packets or samples that its input did not play. */
export function saveSession(native: NativeVoiceSession, out: FieldWriter): void {
  const session = native.save(out.nowMs);
  out.bytes(SESSION, session);
  session.fill(0);
  out.bytes(PACKETS, native.queuedPackets());
  out.bytes(SAMPLES, native.queuedSamples());
}

/** That of a call which runs: what waits in its input does not travel. */
export function saveRunning(session: Uint8Array, out: FieldWriter): void {
  out.bytes(SESSION, session);
}

/**
 * Into a session that started frozen.
 * @param kept of a process that is gone; undefined: of one that stands still
 * @throws {RestoreError}
 */
export function restoreSession(
  native: NativeVoiceSession,
  saved: FieldReader,
  kept: KeptRange | undefined,
): void {
  const packets = saved.maybeBytes(PACKETS);
  if (packets !== undefined) {
    native.openOpusInput();
    native.writeOpusPackets(packets);
  }
  const samples = saved.maybeBytes(SAMPLES);
  if (samples !== undefined) restoring(() => native.restorePcmInput(samples));
  const session = saved.bytes(SESSION);
  try {
    restoring(() => {
      if (kept === undefined) native.restore(session, saved.nowMs);
      else native.restoreKept(session, saved.nowMs + kept.ageMs, kept);
    });
  } finally {
    session.fill(0);
  }
}

function restoring(restore: () => void): void {
  try {
    restore();
  } catch (error) {
    throw isFault(error) ? errorOf(error) : error;
  }
}

function isFault(error: unknown): error is SavedSessionFault {
  return (error as Partial<SavedSessionFault>).code === "SAVED_SESSION_INVALID";
}

function errorOf(fault: SavedSessionFault): RestoreError {
  const { problem, record, field } = fault;
  const [expected, received] = WORDS[problem];
  return new RestoreError(problem, { record, field }, expected, received, { cause: fault });
}
