import type { DaveOutput } from "./output.js";

/**
 * - `preferred`: a call whose encryption ends goes on in the clear
 * - `sticky`: preferred until the call was encrypted for the first time, then required
 * - `required`: it goes silent instead, and ends when encryption does not come back
 */
export type EncryptionRequirement = "preferred" | "sticky" | "required";

/** What becomes of frames, as people may know it. */
export type FrameProtection =
  /** own frames go in the clear, those of others are taken in the clear */
  | "clear"
  /** encryption ended where it is required: nothing is sent, and nothing is played */
  | "refused"
  /** own frames wait for a key */
  | "held"
  /** own frames are sealed; clear frames of others are still taken, or may still wait to be played */
  | "entering"
  /** sealed only, and the end of encryption is announced */
  | "leaving"
  /** sealed only */
  | "sealed";

type Sending = "clear" | "nothing" | "sealed";

/**
 * Others may execute an upgrade later than we do: their clear frames are taken for so long behind it, each user's until
 * its first frame that opens, milliseconds.
 */
const UPGRADE_WINDOW_MS = 1500;
/** Behind the last clear frame that is taken: then none of them waits to be played any more, milliseconds. */
const DRAINED_MS = 500;
/** An announced end of encryption that is not executed within this time of open socket is no longer shown. */
const LEAVING_MS = 10_000;
/** A call that requires encryption is silent without it for this long, then it ends. */
const REFUSED_MS = 30_000;

export interface FramePolicyParts {
  readonly requirement: EncryptionRequirement;
  push(output: DaveOutput): void;
  /** {@link FramePolicy.protectionAt} changed. Called before clear frames are let through, so that it is known first. */
  changed(): void;
}

/**
 * Decides whether own frames are sealed and whether clear frames of others are taken, for one connection (voice E2EE
 * 12.4, 12.5). While frames are only sealed, no clear frame of another is played: that is what "on" means.
 */
export class FramePolicy {
  readonly #parts: FramePolicyParts;
  #requirement: EncryptionRequirement;
  #sending: Sending = "clear";
  /** Clear frames of others are taken. */
  #isOpen = false;
  #enteringUntilMs = -Infinity;
  /** Infinity: no end of encryption is announced. */
  #leavingUntilMs = Infinity;
  #socketLostAtMs: number | undefined;
  #isRefused = false;
  /** When a refused call ends; Infinity once it was told to. */
  #endsAtMs = Infinity;

  constructor(parts: FramePolicyParts) {
    this.#parts = parts;
    this.#requirement = parts.requirement;
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

  /** The call was encrypted: from now on it does not go on in the clear, unless that is preferred. */
  insist(): void {
    if (this.#requirement === "sticky") this.#requirement = "required";
  }

  /** Nothing leaves, and nothing clear is taken. */
  hold(nowMs: number): void {
    this.#isRefused = false;
    this.#endsAtMs = this.#leavingUntilMs = Infinity;
    this.#silence(nowMs);
  }

  /** An executed end of encryption, or a session without it. */
  endEncryption(nowMs: number): void {
    this.#leavingUntilMs = Infinity;
    if (this.#requirement === "required") return this.#refuse(nowMs);
    this.#sending = "clear";
    this.#isOpen = true;
    this.#parts.changed();
    this.#parts.push({ type: "sendClear" });
    this.#parts.push({ type: "passthrough", durationMs: Infinity });
  }

  /** Encryption is about to come back; until it does, a refused call waits for keys. */
  prepareUpgrade(): void {
    this.#isRefused = false;
    this.#endsAtMs = Infinity;
  }

  /** Own frames are sealed with this ratchet from now on. */
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

  /** An announced end does not come closer while op 22 could not arrive. */
  socketLost(nowMs: number): void {
    this.#socketLostAtMs ??= nowMs;
  }

  socketReturned(nowMs: number): void {
    this.#leavingUntilMs += nowMs - (this.#socketLostAtMs ?? nowMs);
    this.#socketLostAtMs = undefined;
  }

  /** When {@link timeout} wants to be called, Infinity for never. */
  nextDeadline(nowMs: number): number {
    const entering = nowMs < this.#enteringUntilMs ? this.#enteringUntilMs : Infinity;
    const leaving = this.#socketLostAtMs === undefined ? this.#leavingUntilMs : Infinity;
    return Math.min(entering, leaving, this.#endsAtMs);
  }

  timeout(nowMs: number): void {
    if (this.#socketLostAtMs === undefined && nowMs >= this.#leavingUntilMs) this.#leavingUntilMs = Infinity;
    if (nowMs < this.#endsAtMs) return;
    this.#endsAtMs = Infinity;
    const reason = `the call requires end-to-end encryption, which has not come back within ${String(REFUSED_MS / 1000)} s`;
    this.#parts.push({ type: "end", reason });
  }

  #refuse(nowMs: number): void {
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
