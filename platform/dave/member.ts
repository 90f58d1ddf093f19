import type { Snowflake } from "sdkpp/wire";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import { ResetBrake } from "./reset-brake.js";

/** A client that does not send its key package this long after op 4 is asked for it; milliseconds. */
export const KEY_PACKAGE_MS = 3000;
const MOST_DOUBLINGS = 4;

/**
 * - `pending`: its local group is at epoch 0, or it has none
 * - `established`: it received a commit or a welcome
 * - `flagged`: it failed or was asked to start over, and has not sent its next key package
 */
export type Standing = "pending" | "established" | "flagged";

/** The delivery service's state of one voice session. */
export class Member {
  standing: Standing = "pending";
  /** The key package to add it with; cleared once its welcome is sent. */
  keyPackage: AcceptedKeyPackage | undefined;
  /** Bytes of the last used key package; a duplicate of it is not a new request. */
  spentKeyPackage: Uint8Array | undefined;
  isOpen = true;
  hasExternalSender = false;
  /** Whether it has sent op 23 or op 31 before; only then its silence is meaningful. */
  answersTransitions = false;
  /** Whether, as far as known, it has the keys of the current epoch and can decrypt frames. */
  hasKeys = false;
  /** Whether two other members rejected one of its commits. */
  isExcluded = false;
  /** Whether its membership is unconfirmed: the commit that added it was rejected or is not executed yet. */
  isUnproven = false;
  /** Number of expected key packages: one for op 4, each op 24 and each op 31 of this socket. Only the last one counts. */
  expected = 0;
  /** When to ask it for a key package, milliseconds; undefined: never. */
  askAt: number | undefined;
  /** Whether it did not answer a request in time, so that its leaf may be removed. */
  isOverdue = false;
  /** References of the proposals of this epoch that it was sent and that were not revoked. */
  readonly received = new Set<string>();
  readonly brake = new ResetBrake();
  /** Consecutive unanswered requests for a key package. */
  #requests = 0;

  /** @param maxVersion newest supported version of the protocol; 0: none */
  constructor(
    readonly userId: Snowflake,
    readonly maxVersion: number,
  ) {}

  get isCapable(): boolean {
    return this.maxVersion > 0;
  }

  /** Resets the state of a member whose local group is gone or about to go; a key package will follow. */
  startOver(now: number, standing: "pending" | "flagged"): void {
    this.standing = standing;
    this.expected += 1;
    this.keyPackage = undefined;
    this.spentKeyPackage = undefined;
    this.hasKeys = false;
    this.isOverdue = false;
    this.isUnproven = false;
    this.askAt = now + KEY_PACKAGE_MS;
    this.received.clear();
  }

  /** Records a request without an answer; the delay to the next request doubles. */
  stayedSilent(now: number): void {
    this.isOverdue = true;
    this.#requests = Math.min(this.#requests + 1, MOST_DOUBLINGS);
    this.askAt = now + KEY_PACKAGE_MS * 2 ** this.#requests;
  }

  /** Its socket is back. What it was asked while it had none reaches it now: the time for its answer begins. */
  returned(now: number): void {
    this.isOpen = true;
    if (this.askAt !== undefined && this.askAt <= now) this.askAt = now + KEY_PACKAGE_MS;
  }

  /** Stores a valid key package. */
  offer(keyPackage: AcceptedKeyPackage): void {
    this.#requests = 0;
    this.standing = "pending";
    this.keyPackage = keyPackage;
    this.hasKeys = false;
    this.isOverdue = false;
    this.askAt = undefined;
  }

  /** Call when a commit or a welcome is sent to it. */
  establish(): void {
    this.standing = "established";
    this.spentKeyPackage = this.keyPackage?.bytes;
    this.keyPackage = undefined;
    this.askAt = undefined;
  }

  /** Resets the member while E2EE is off: nothing is expected of it. */
  rest(): void {
    this.startOver(0, "pending");
    this.expected = 0;
    this.askAt = undefined;
  }

  /** Counts an op 26. @returns false when a newer one must follow, because the client has dropped this one's secrets */
  isNewest(): boolean {
    this.expected = Math.max(0, this.expected - 1);
    return this.expected === 0;
  }

  /** Whether it may be added to the group now. */
  isAddable(now: number): boolean {
    return this.keyPackage !== undefined && now >= this.brake.heldUntil;
  }
}
