import type { E2eeMember } from "./messages.js";
import { frameCounter, isMarked, isSilence } from "./protocol-frame.js";

/** The rule that blocked a frame; statistics use these names. */
export type E2eeRejection = "e2eeClear" | "e2eeUnaware" | "e2eeKeyless" | "e2eeEarly";

/** Settings of a participant without end-to-end encryption. */
export const NO_E2EE: Omit<E2eeMember, "ssrc"> = { version: 0, hasKeys: false, owesReady: false };

/** Two changes may be executed before a sender uses the keys of the first; the second may then lag by this much. */
const LATE_MS = 2000;

/** The rules' state of one participant. */
export class E2eeParticipant {
  settings = NO_E2EE;
  /** When its frame counter restarted before the change was executed, milliseconds: the only visible sign of new keys. */
  newKeysAt = -Infinity;
  #lastCounter = Infinity;
  /** Executed changes whose keys it has not visibly used yet; it may skip all but the newest. */
  #owed = 0;
  #executedAt = -Infinity;
  #hasRestartedSince = true;

  /** Records an encrypted frame of this participant. */
  sent(now: number, payload: Buffer): void {
    const counter = frameCounter(payload);
    if (counter === undefined) return;
    if (counter <= this.#lastCounter) this.#restarted(now);
    this.#lastCounter = counter;
  }

  /**
   * Records that a change is executed. A participant whose counter did not restart since the announcement restarts it with its
   * next frames, even if further changes are announced before that.
   */
  executed(now: number, announcedAt: number): void {
    if (this.newKeysAt >= announcedAt) return;
    this.#owed += 1;
    this.#executedAt = now;
    this.#hasRestartedSince = false;
  }

  #restarted(now: number): void {
    const isLate = this.#owed > 0 && (!this.#hasRestartedSince || now - this.#executedAt <= LATE_MS);
    this.#hasRestartedSince = true;
    if (isLate) {
      this.#owed -= 1;
      return;
    }
    this.#owed = 0;
    this.newKeysAt = now;
  }
}

/** The verdict on a frame that applies to all receivers. */
export interface FrameVerdict {
  readonly isEncrypted: boolean;
  /** Whether the frame uses keys that some receivers may not have yet. */
  readonly isEarly: boolean;
  /** Why no receiver gets the frame. */
  readonly rejection: E2eeRejection | undefined;
}

const PASSED: FrameVerdict = { isEncrypted: false, isEarly: false, rejection: undefined };
const CLEAR: FrameVerdict = { isEncrypted: false, isEarly: false, rejection: "e2eeClear" };

/**
 * Decides which receivers get a frame in an end-to-end encrypted room (DAVE 1.1.4 and our own rules). Known clients send in
 * the clear until they are in the group, play encrypted frames as sound before they have keys, and rejoin when frames arrive
 * before their keys.
 */
export class E2eeRules {
  #isLifted = false;
  #isChanging = false;
  #changingSince = Infinity;

  /**
   * @param isLifted whether a downgrade or upgrade is in progress, which suspends the rules
   * @param isChanging whether a commit is announced and not executed
   * @param participants all participants of the room
   */
  set(now: number, isLifted: boolean, isChanging: boolean, participants: Iterable<E2eeParticipant>): void {
    if (isChanging && !this.#isChanging) this.#changingSince = now;
    if (!isChanging && this.#isChanging)
      for (const participant of participants) participant.executed(now, this.#changingSince);
    this.#isLifted = isLifted;
    this.#isChanging = isChanging;
  }

  /** Judges one frame of a participant and records its counter. */
  judge(now: number, sender: E2eeParticipant, payload: Buffer): FrameVerdict {
    if (sender.settings.version === 0) return PASSED;
    if (!isMarked(payload)) return this.#isLifted || isSilence(payload) ? PASSED : CLEAR;
    sender.sent(now, payload);
    const isEarly = this.#isChanging && sender.newKeysAt >= this.#changingSince;
    return { isEncrypted: true, isEarly, rejection: undefined };
  }

  /** @returns why this receiver does not get the frame, or undefined when it does */
  rejects(verdict: FrameVerdict, { settings }: E2eeParticipant): E2eeRejection | undefined {
    if (!verdict.isEncrypted) return undefined;
    if (settings.version === 0) return "e2eeUnaware";
    if (this.#isLifted) return undefined;
    if (!settings.hasKeys) return "e2eeKeyless";
    return verdict.isEarly && settings.owesReady ? "e2eeEarly" : undefined;
  }
}
