import type { NativeBargeIn } from "../../native/index.js";
import type { CheckedBargeIn } from "./barge-in-options.js";
import type { HeardUpTo, Utterance } from "./utterance.js";

/** @internal Something that was being said. */
export interface Said {
  readonly utterance: Utterance;
  readonly heardUpTo: HeardUpTo;
}

/** @internal */
export interface BargeInParts {
  readonly native: NativeBargeIn;
  readonly action: CheckedBargeIn["action"];
  readonly lateMs: number;
  readonly said: Said | undefined;
  readonly confirm: () => void;
}

const TICKS_PER_MS = 48;

/** Somebody spoke over the agent. Times are 48 kHz ticks on the clock of all that the connection receives. */
export class BargeIn {
  readonly #confirm: () => void;
  /** who spoke */
  readonly userId: bigint;
  /** where that speech began */
  readonly speechBegan: number;
  /** of the sound with which the media thread decided */
  readonly at: number;
  /** how long they had spoken by then, milliseconds */
  readonly speechMs: number;
  /** how much later JavaScript is told, milliseconds: long when its thread was blocked. The sound did not wait for it */
  readonly lateMs: number;
  /** what was done about it */
  readonly action: "stop" | "duck" | "report";
  /** the utterance that sounded; it may have ended since. undefined: the sound was no utterance, or its answer is over */
  readonly utterance: Utterance | undefined;
  /** how much of that had left when the media thread decided */
  readonly heardUpTo: HeardUpTo | undefined;

  /** @internal */
  constructor({ native, action, lateMs, said, confirm }: BargeInParts) {
    this.#confirm = confirm;
    this.userId = native.userId;
    this.speechBegan = native.speechBegan;
    this.at = native.timestamp;
    this.speechMs = (native.timestamp - native.speechBegan) / TICKS_PER_MS;
    this.lateMs = lateMs;
    this.action = action;
    this.utterance = said?.utterance;
    this.heardUpTo = said?.heardUpTo;
  }

  /**
   * Says that it is meant, for example because a recognizer has found words: whatever the action was, what was being said ends as
   * interrupted, and does not go on. Does nothing when that is decided already, or when the agent has gone on.
   */
  confirm(): void {
    this.#confirm();
  }
}
