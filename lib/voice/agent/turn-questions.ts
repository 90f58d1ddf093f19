import type { TurnVerdict } from "../../native/index.js";
import type { CheckedTurnPolicy } from "./turn-policy.js";
import { verdictOf, type TurnAnswer } from "./turn-detector.js";
import type { TurnPause } from "./turn-events.js";

/** @internal The counts of questions to detectors, and of those that failed. */
export interface DetectorCounts {
  asked: number;
  missed: number;
  failed: number;
}

/** @internal */
export interface TurnQuestionsParts {
  readonly counts: DetectorCounts;
  readonly judge: (userId: bigint, pause: number, verdict: TurnVerdict) => void;
  /** a detector threw, or rejected */
  readonly failed: (userId: bigint, error: unknown) => void;
}

interface Question {
  readonly pause: number;
  readonly abort: AbortController;
}

/**
 * Asks developers' detectors of pauses: one question of a user at a time, as the media thread counts them, which also keeps the deadline.
 */
export class TurnQuestions {
  readonly #parts: TurnQuestionsParts;
  /** by user */
  readonly #open = new Map<bigint, Question>();

  constructor(parts: TurnQuestionsParts) {
    this.#parts = parts;
  }

  /** @param samples makes the sound of the candidate, if it is asked for */
  ask(pause: TurnPause, { detector, native }: CheckedTurnPolicy, samples: () => Int16Array): void {
    const { userId, at } = pause;
    if (detector === undefined || this.#open.has(userId)) return;
    const abort = new AbortController();
    const question: Question = { pause: at, abort };
    this.#open.set(userId, question);
    this.#parts.counts.asked += 1;
    const answered = (answer: TurnAnswer): void => this.#answer(userId, question, answer, native.threshold);
    try {
      const answer = detector({ ...pause, samples: samples(), signal: abort.signal });
      if (answer instanceof Promise)
        answer.then(answered).catch((error: unknown) => this.#fail(userId, question, error));
      else answered(answer);
    } catch (error) {
      this.#fail(userId, question, error);
    }
  }

  /** The media thread waited for an answer of this pause, or of one that was asked before, in vain. */
  missed(userId: bigint, pause: number): void {
    const open = this.#open.get(userId);
    if (open === undefined || open.pause > pause) return;
    this.#parts.counts.missed += 1;
    this.close(userId);
  }

  /** No answer is waited for any more: the pause is over, or the turn. */
  close(userId: bigint): void {
    this.#open.get(userId)?.abort.abort();
    this.#open.delete(userId);
  }

  closeAll(): void {
    for (const userId of [...this.#open.keys()]) this.close(userId);
  }

  #answer(userId: bigint, question: Question, answer: TurnAnswer, threshold: number): void {
    const verdict = verdictOf(answer, threshold);
    if (!this.#settle(userId, question)) return;
    this.#parts.judge(userId, question.pause, verdict);
  }

  #fail(userId: bigint, question: Question, error: unknown): void {
    if (this.#settle(userId, question)) this.#parts.judge(userId, question.pause, "policy");
    this.#parts.counts.failed += 1;
    this.#parts.failed(userId, error);
  }

  /** False when the answer comes too late. */
  #settle(userId: bigint, question: Question): boolean {
    return this.#open.get(userId) === question && this.#open.delete(userId);
  }
}
