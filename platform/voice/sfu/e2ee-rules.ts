import type { E2eeMember } from "./messages.js";
import { frameCounter, isMarked, isSilence } from "./protocol-frame.js";

/** Which rule keeps a frame from being passed on; counted under these names. */
export type E2eeRefusal = "e2eeClear" | "e2eeUnaware" | "e2eeKeyless" | "e2eeEarly";

/** Without end-to-end encryption. */
export const NO_E2EE: Omit<E2eeMember, "ssrc"> = { version: 0, hasKeys: false, owesReady: false };

/** Two changes may be executed before a sender uses the keys of the first: it is late with those of the second so long. */
const LATE_MS = 2000;

/** What the rules know of one participant. */
export class E2eeParticipant {
  settings = NO_E2EE;
  /** When its frames began to count anew before they should, milliseconds: that is the only sign of new keys there is. */
  newKeysAt = -Infinity;
  #lastCounter = Infinity;
  /** Changes that were executed and whose keys it has not been seen to use; it may pass over all but the newest. */
  #owed = 0;
  #executedAt = -Infinity;
  #hasBegunSince = true;

  /** An encrypted frame of it. */
  sent(now: number, payload: Buffer): void {
    const counter = frameCounter(payload);
    if (counter === undefined) return;
    if (counter <= this.#lastCounter) this.#beganAnew(now);
    this.#lastCounter = counter;
  }

  /**
   * A change is executed. Who did not begin anew while it was announced will do so now, with its next frames: also when
   * the next changes are announced before that.
   */
  executed(now: number, announcedAt: number): void {
    if (this.newKeysAt >= announcedAt) return;
    this.#owed += 1;
    this.#executedAt = now;
    this.#hasBegunSince = false;
  }

  #beganAnew(now: number): void {
    const isLate = this.#owed > 0 && (!this.#hasBegunSince || now - this.#executedAt <= LATE_MS);
    this.#hasBegunSince = true;
    if (isLate) {
      this.#owed -= 1;
      return;
    }
    this.#owed = 0;
    this.newKeysAt = now;
  }
}

/** What a room's rules say of one frame, before it is known to whom it goes. */
export interface FrameVerdict {
  readonly isEncrypted: boolean;
  /** With keys that some may not have yet. */
  readonly isEarly: boolean;
  /** Why nobody gets it. */
  readonly refusal: E2eeRefusal | undefined;
}

const PASSED: FrameVerdict = { isEncrypted: false, isEarly: false, refusal: undefined };
const CLEAR: FrameVerdict = { isEncrypted: false, isEarly: false, refusal: "e2eeClear" };

/**
 * Which frames of an end-to-end encrypted room go to whom (DAVE 1.1.4 and our own rules). Known clients send in the clear
 * until they are in the group, hand encrypted frames to the application as sound before they have keys, and begin anew
 * when keys reach them later than frames.
 */
export class E2eeRules {
  #isLifted = false;
  #isChanging = false;
  #changingSince = Infinity;

  /**
   * @param isLifted a downgrade or upgrade is under way
   * @param isChanging a commit is announced and not executed
   * @param participants everybody in the room
   */
  set(now: number, isLifted: boolean, isChanging: boolean, participants: Iterable<E2eeParticipant>): void {
    if (isChanging && !this.#isChanging) this.#changingSince = now;
    if (!isChanging && this.#isChanging)
      for (const participant of participants) participant.executed(now, this.#changingSince);
    this.#isLifted = isLifted;
    this.#isChanging = isChanging;
  }

  /** One frame of a participant; remembers its counter. */
  judge(now: number, sender: E2eeParticipant, payload: Buffer): FrameVerdict {
    if (sender.settings.version === 0) return PASSED;
    if (!isMarked(payload)) return this.#isLifted || isSilence(payload) ? PASSED : CLEAR;
    sender.sent(now, payload);
    const isEarly = this.#isChanging && sender.newKeysAt >= this.#changingSince;
    return { isEncrypted: true, isEarly, refusal: undefined };
  }

  /** @returns why this receiver does not get the frame */
  refuses(verdict: FrameVerdict, { settings }: E2eeParticipant): E2eeRefusal | undefined {
    if (!verdict.isEncrypted) return undefined;
    if (settings.version === 0) return "e2eeUnaware";
    if (this.#isLifted) return undefined;
    if (!settings.hasKeys) return "e2eeKeyless";
    return verdict.isEarly && settings.owesReady ? "e2eeEarly" : undefined;
  }
}
