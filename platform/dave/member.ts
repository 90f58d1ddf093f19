import type { Snowflake } from "sdkpp/wire";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import { ResetBrake } from "./reset-brake.js";

/** A client that has op 4 sends its key package within this time, milliseconds, or is asked for one. */
export const KEY_PACKAGE_MS = 3000;
const MOST_DOUBLINGS = 4;

/**
 * - `pending`: its local group is at epoch 0, or there is none
 * - `established`: it was announced a commit or welcomed
 * - `flagged`: it failed or was asked to begin anew, and its next key package has not come
 */
export type Standing = "pending" | "established" | "flagged";

/** One voice session as its delivery service sees it. */
export class Member {
  standing: Standing = "pending";
  /** To be added by; gone once a welcome for it went out. */
  keyPackage: AcceptedKeyPackage | undefined;
  /** Bytes of the newest one that was used up: a copy of it is no new wish. */
  spentKeyPackage: Uint8Array | undefined;
  isOpen = true;
  hasExternalSender = false;
  /** Has sent op 23 or op 31 before: its silence means something. */
  answersTransitions = false;
  /** Has the keys of the running epoch, as far as it told: encrypted frames make sense to it. */
  hasKeys = false;
  /** Two others rejected a commit of it. */
  isExcluded = false;
  /** It came by a commit that somebody rejected: whether it is in the group at all is not known. */
  isUnproven = false;
  /** Key packages that are on the way: one for op 4, each op 24 and each op 31 of this socket. Only the last counts. */
  expected = 0;
  /** When it is asked for a key package, milliseconds; undefined: not at all. */
  askAt: number | undefined;
  /** It was asked and did not answer in time: its leaf is not kept for it any longer. */
  isOverdue = false;
  /** References of the proposals of this epoch that went out to it and were not revoked. */
  readonly received = new Set<string>();
  readonly brake = new ResetBrake();
  /** Questions for a key package in a row that nothing came of. */
  #questions = 0;

  /** @param maxVersion of the protocol, 0: none */
  constructor(
    readonly userId: Snowflake,
    readonly maxVersion: number,
  ) {}

  get isCapable(): boolean {
    return this.maxVersion > 0;
  }

  /** Its local group is gone or about to go; a key package will follow. */
  beginAnew(now: number, standing: "pending" | "flagged"): void {
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

  /** It was asked because its key package had not come; the next question is asked later and later. */
  stayedSilent(now: number): void {
    this.isOverdue = true;
    this.#questions = Math.min(this.#questions + 1, MOST_DOUBLINGS);
    this.askAt = now + KEY_PACKAGE_MS * 2 ** this.#questions;
  }

  /** A key package that was checked. */
  offer(keyPackage: AcceptedKeyPackage): void {
    this.#questions = 0;
    this.standing = "pending";
    this.keyPackage = keyPackage;
    this.hasKeys = false;
    this.isOverdue = false;
    this.askAt = undefined;
  }

  /** A commit or a welcome is on the way to it. */
  establish(): void {
    this.standing = "established";
    this.spentKeyPackage = this.keyPackage?.bytes;
    this.keyPackage = undefined;
    this.askAt = undefined;
  }

  /** Without E2EE nothing is asked of anybody. */
  rest(): void {
    this.beginAnew(0, "pending");
    this.expected = 0;
    this.askAt = undefined;
  }

  /** Counts an op 26. @returns false when a newer one must follow, for which this one's secrets were given up */
  isNewest(): boolean {
    this.expected = Math.max(0, this.expected - 1);
    return this.expected === 0;
  }

  /** May be put into the group now. */
  isAddable(now: number): boolean {
    return this.keyPackage !== undefined && now >= this.brake.heldUntil;
  }
}
