import type { TimerClock } from "../clock/clock.js";
import type { Guard } from "../guard/guard.js";

/** An event that answers a command. */
export interface Answer {
  readonly t: string;
  readonly d: unknown;
}

/** The session that asked. */
export interface Asker {
  readonly answers: Iterator<Answer>[];
  readonly sink: { readonly unsentBytes: number } | undefined;
  dispatch(t: string, d: unknown): void;
}

export interface LongAnswerParts {
  readonly guard: Guard;
  /** Measures how long a client is given to read; the control API does not move it. */
  readonly machineClock: TimerClock;
}

/** An answer waits while a client has more than this to read. */
const UNSENT_BYTES = 1024 * 1024;
const LOOK_AGAIN_MS = 20;

/**
 * Dispatches an answer of many events: the first at once, each other one in a turn of its own, so that all are served between them, and
 * no faster than the client reads. A session's answers follow each other.
 */
export function answerInTurns(session: Asker, events: Iterable<Answer>, parts: LongAnswerParts): void {
  session.answers.push(events[Symbol.iterator]());
  if (session.answers.length === 1) dispatchNext(session, parts);
}

function dispatchNext(session: Asker, parts: LongAnswerParts): void {
  const { guard, machineClock } = parts;
  const again = guard.listener("a long answer", () => dispatchNext(session, parts));
  if ((session.sink?.unsentBytes ?? 0) > UNSENT_BYTES) return void machineClock.after(LOOK_AGAIN_MS, again);
  const event = nextOf(session.answers);
  if (event === undefined) return;
  session.dispatch(event.t, event.d);
  setImmediate(again);
}

/** The next event of all the answers. One that fails takes the others with it, which nothing would dispatch any more. */
function nextOf(answers: Iterator<Answer>[]): Answer | undefined {
  try {
    for (let answer = answers[0]; answer !== undefined; answer = answers[0]) {
      const { done, value } = answer.next() as IteratorResult<Answer, undefined>;
      if (done !== true) return value;
      answers.shift();
    }
    return undefined;
  } catch (error) {
    answers.length = 0;
    throw error;
  }
}
