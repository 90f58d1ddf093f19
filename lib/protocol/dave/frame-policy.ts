import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import type { DaveOutput } from "./output.js";

/**
 * - `preferred`: the call continues unencrypted when encryption ends
 * - `sticky`: preferred until the call is encrypted for the first time, then required
 * - `required`: the call goes silent instead, and ends unless encryption returns
 */
export type EncryptionRequirement = "preferred" | "sticky" | "required";

/** How frames are protected, as shown to users. */
export type FrameProtection =
  /** frames are unencrypted in both directions */
  | "clear"
  /** encryption ended although it is required: nothing is sent or played */
  | "refused"
  /** own frames wait for a key */
  | "held"
  /** own frames are encrypted; unencrypted frames of others are still accepted, or still wait for playout */
  | "entering"
  /** encrypted only; the end of encryption is announced */
  | "leaving"
  /** encrypted only */
  | "sealed";

type Sending = "clear" | "nothing" | "sealed";

const FIELDS = savedFields({
  requirement: 1,
  sending: 2,
  isOpen: 3,
  enteringUntil: 4,
  leavingUntil: 5,
  socketLostAt: 6,
  isRefused: 7,
  endsAt: 8,
});
/** Saved as places in these lists, which only grow at their ends. */
const REQUIREMENTS: readonly EncryptionRequirement[] = ["preferred", "sticky", "required"];
const SENDINGS: readonly Sending[] = ["clear", "nothing", "sealed"];

/**
 * Others may execute an upgrade later than we do: their unencrypted frames are accepted for this long after it, each
 * user's until its first decryptable frame, milliseconds.
 */
const UPGRADE_WINDOW_MS = 1500;
/** Time after the last accepted unencrypted frame until none waits for playout, milliseconds. */
const DRAINED_MS = 500;
/** Time of open socket after which an announced end of encryption expires without execution. */
const LEAVING_MS = 10_000;
/** A call that requires encryption is silent without it for this long, then it ends. */
const REFUSED_MS = 30_000;

export interface FramePolicyParts {
  readonly requirement: EncryptionRequirement;
  push(output: DaveOutput): void;
  /** {@link FramePolicy.protectionAt} changed. Called before unencrypted frames pass, so that listeners know first. */
  changed(): void;
}

/**
 * Decides for one connection whether own frames are encrypted and whether unencrypted frames of others are accepted
 * (voice E2EE 12.4, 12.5). In state "on" no unencrypted frame of another member is played.
 */
export class FramePolicy {
  readonly #parts: FramePolicyParts;
  #requirement: EncryptionRequirement;
  #sending: Sending = "clear";
  /** Unencrypted frames of others are accepted. */
  #isOpen = false;
  /** −Infinity: encryption is not returning. It stays until {@link timeout}, so that listeners are told of its end. */
  #enteringUntilMs = -Infinity;
  /** Infinity: no end of encryption is announced. */
  #leavingUntilMs = Infinity;
  #socketLostAtMs: number | undefined;
  #isRefused = false;
  /** End of a refused call; Infinity after it was requested. */
  #endsAtMs = Infinity;

  constructor(parts: FramePolicyParts) {
    this.#parts = parts;
    this.#requirement = parts.requirement;
  }

  /** Takes the place of what a new policy holds, the requirement too: it may have become stricter. @throws {RestoreError} */
  restore(saved: FieldReader): void {
    this.#requirement = saved.choice(FIELDS.requirement, REQUIREMENTS);
    this.#sending = saved.choice(FIELDS.sending, SENDINGS);
    this.#isOpen = saved.flag(FIELDS.isOpen);
    this.#enteringUntilMs = saved.time(FIELDS.enteringUntil) ?? -Infinity;
    this.#leavingUntilMs = saved.time(FIELDS.leavingUntil) ?? Infinity;
    this.#socketLostAtMs = saved.time(FIELDS.socketLostAt);
    this.#isRefused = saved.flag(FIELDS.isRefused);
    this.#endsAtMs = saved.time(FIELDS.endsAt) ?? Infinity;
  }

  save(out: FieldWriter): void {
    out.choice(FIELDS.requirement, REQUIREMENTS, this.#requirement);
    out.choice(FIELDS.sending, SENDINGS, this.#sending);
    out.flag(FIELDS.isOpen, this.#isOpen);
    out.time(FIELDS.enteringUntil, this.#enteringUntilMs);
    out.time(FIELDS.leavingUntil, this.#leavingUntilMs);
    out.time(FIELDS.socketLostAt, this.#socketLostAtMs);
    out.flag(FIELDS.isRefused, this.#isRefused);
    out.time(FIELDS.endsAt, this.#endsAtMs);
  }

  protectionAt(nowMs: number): FrameProtection {
    if (this.#isRefused) return "refused";
    if (this.#sending === "clear") return "clear";
    if (this.#sending === "nothing") return "held";
    if (this.#leavingUntilMs !== Infinity) return "leaving";
    return nowMs < this.#enteringUntilMs ? "entering" : "sealed";
  }

  /** A new voice session: the addon was reset. */
  begin(): void {
    this.#sending = "clear";
    this.#isOpen = this.#isRefused = false;
    this.#enteringUntilMs = -Infinity;
    this.#leavingUntilMs = this.#endsAtMs = Infinity;
    this.#socketLostAtMs = undefined;
  }

  /** The call was encrypted: from now on encryption is required, unless it is only preferred. */
  insist(): void {
    if (this.#requirement === "sticky") this.#requirement = "required";
  }

  /** Sends nothing and accepts nothing unencrypted. */
  hold(nowMs: number): void {
    this.#isRefused = false;
    this.#endsAtMs = this.#leavingUntilMs = Infinity;
    this.#silence(nowMs);
  }

  /** An executed end of encryption, or a session without it. */
  endEncryption(nowMs: number): void {
    this.#leavingUntilMs = Infinity;
    if (this.#requirement === "required") return this.#reject(nowMs);
    this.#sending = "clear";
    this.#isOpen = true;
    this.#parts.changed();
    this.#parts.push({ type: "sendClear" });
    this.#parts.push({ type: "passthrough", durationMs: Infinity });
  }

  /** Encryption is about to return; until then a refused call waits for keys. */
  prepareUpgrade(): void {
    this.#isRefused = false;
    this.#endsAtMs = Infinity;
  }

  /** Encrypts own frames with this ratchet from now on. */
  seal(ratchetId: number, nowMs: number): void {
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#enteringUntilMs = nowMs + UPGRADE_WINDOW_MS + DRAINED_MS;
      this.#parts.push({ type: "passthrough", durationMs: UPGRADE_WINDOW_MS });
    }
    this.prepareUpgrade();
    this.#sending = "sealed";
    this.#parts.push({ type: "executeSend", ratchetId });
  }

  /** Op 21 with version 0. A second one does not prolong the first. */
  announceEnd(nowMs: number): void {
    if (this.#sending !== "sealed" || this.#leavingUntilMs !== Infinity) return;
    this.#leavingUntilMs = nowMs + LEAVING_MS;
  }

  /** An announced end does not expire while op 22 cannot arrive. */
  socketLost(nowMs: number): void {
    this.#socketLostAtMs ??= nowMs;
  }

  socketReturned(nowMs: number): void {
    this.#leavingUntilMs += nowMs - (this.#socketLostAtMs ?? nowMs);
    this.#socketLostAtMs = undefined;
  }

  /** Time of the next {@link timeout}, Infinity for never. */
  nextDeadline(): number {
    const entering = this.#enteringUntilMs === -Infinity ? Infinity : this.#enteringUntilMs;
    const leaving = this.#socketLostAtMs === undefined ? this.#leavingUntilMs : Infinity;
    return Math.min(entering, leaving, this.#endsAtMs);
  }

  timeout(nowMs: number): void {
    if (nowMs >= this.#enteringUntilMs) this.#enteringUntilMs = -Infinity;
    if (this.#socketLostAtMs === undefined && nowMs >= this.#leavingUntilMs) this.#leavingUntilMs = Infinity;
    if (nowMs < this.#endsAtMs) return;
    this.#endsAtMs = Infinity;
    const reason = `the call requires end-to-end encryption, which has not come back within ${String(REFUSED_MS / 1000)} s`;
    this.#parts.push({ type: "end", reason });
  }

  #reject(nowMs: number): void {
    this.#silence(nowMs);
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#endsAtMs = nowMs + REFUSED_MS;
    this.#parts.changed();
    const reason = "the platform ended end-to-end encryption, which this call requires";
    this.#parts.push({ type: "lost", reason });
  }

  #silence(nowMs: number): void {
    if (this.#isOpen) this.#enteringUntilMs = nowMs + DRAINED_MS;
    this.#isOpen = false;
    this.#sending = "nothing";
    this.#parts.push({ type: "sendNothing" });
    this.#parts.push({ type: "passthrough", durationMs: 0 });
  }
}
