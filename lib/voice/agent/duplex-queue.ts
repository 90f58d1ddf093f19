import { SdkError } from "../../wire/index.js";
import type { DuplexInput } from "./duplex.js";

/** Frames that wait for an adapter: five seconds of 25 who speak at once. */
const MOST_FRAMES = 25 * 5 * 50;
/** Pauses and resumes that wait: five seconds of as many, ten a second each. */
const MOST_ASIDES = 25 * 5 * 10;
/** Other events: 40 of each of 25 speakers. None of them can be left out, and an adapter that is merely slow leaves fewer. */
const MOST_EVENTS = 25 * 40;

type Result = IteratorResult<DuplexInput, undefined>;

/** Something that waits, with its place in the order of all. */
interface Told {
  readonly place: number;
  readonly input: DuplexInput;
}

const END: Result = { value: undefined, done: true };

/** A queue of inputs of one kind. Adding one and taking the oldest cost the same however many wait. */
class Lane {
  #told: (Told | undefined)[] = [];
  #oldest = 0;

  get size(): number {
    return this.#told.length - this.#oldest;
  }

  /** The place of the oldest one; infinite when none waits. */
  get place(): number {
    return this.#told[this.#oldest]?.place ?? Infinity;
  }

  push(told: Told): void {
    this.#told.push(told);
  }

  take(): DuplexInput | undefined {
    const told = this.#told[this.#oldest];
    if (told === undefined) return undefined;
    this.#told[this.#oldest] = undefined;
    this.#oldest += 1;
    if (this.#oldest * 2 > this.#told.length) this.#compact();
    return told.input;
  }

  /** More was taken than waits, so that moving what waits costs less than taking did. */
  #compact(): void {
    this.#told = this.#told.slice(this.#oldest);
    this.#oldest = 0;
  }

  clear(): void {
    this.#told = [];
    this.#oldest = 0;
  }
}

/**
 * Keeps what an adapter is told until it asks for it, in its order. Of frames, and of pauses and resumes, the oldest make room; an adapter that leaves too
 * many of the other events has hung, and nothing more is kept for it.
 */
export class DuplexQueue implements AsyncIterable<DuplexInput> {
  readonly #hung: (error: SdkError) => void;
  readonly #frames = new Lane();
  readonly #asides = new Lane();
  readonly #events = new Lane();
  #place = 0;
  #dropped = 0;
  #reader: ((result: Result) => void) | undefined;
  #isClosed = false;

  /** @param hung is told once, when the adapter has left too much */
  constructor(hung: (error: SdkError) => void) {
    this.#hung = hung;
  }

  /** Frames that were dropped, the oldest first, because the adapter did not take them. */
  get dropped(): number {
    return this.#dropped;
  }

  push(input: DuplexInput): void {
    if (this.#isClosed) return;
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader !== undefined) return reader({ value: input, done: false });
    this.#keep({ place: (this.#place += 1), input });
  }

  /** Ends the queue; inputs that wait can still be read. */
  close(): void {
    this.#isClosed = true;
    this.#reader?.(END);
  }

  /** An adapter reads in one place: a read that waits is ended by the next one. */
  [Symbol.asyncIterator](): AsyncIterator<DuplexInput, undefined> {
    return { next: () => this.#next(), return: () => Promise.resolve(END) };
  }

  #keep(told: Told): void {
    const { type } = told.input;
    if (type === "frame") return this.#keepFrame(told);
    if (type === "pause" || type === "resume") return this.#keepAside(told);
    this.#events.push(told);
    if (this.#events.size > MOST_EVENTS) this.#giveUp();
  }

  #keepFrame(told: Told): void {
    this.#frames.push(told);
    if (this.#frames.size <= MOST_FRAMES) return;
    this.#frames.take();
    this.#dropped += 1;
  }

  #keepAside(told: Told): void {
    this.#asides.push(told);
    if (this.#asides.size > MOST_ASIDES) this.#asides.take();
  }

  #giveUp(): void {
    for (const lane of [this.#frames, this.#asides, this.#events]) lane.clear();
    this.close();
    this.#hung(hungError());
  }

  #next(): Promise<Result> {
    const input = this.#take();
    if (input !== undefined) return Promise.resolve({ value: input, done: false });
    if (this.#isClosed) return Promise.resolve(END);
    this.#reader?.(END);
    return new Promise((resolve) => (this.#reader = resolve));
  }

  /** The oldest of all. */
  #take(): DuplexInput | undefined {
    const frameOrAside = this.#frames.place < this.#asides.place ? this.#frames : this.#asides;
    return (this.#events.place < frameOrAside.place ? this.#events : frameOrAside).take();
  }
}

function hungError(): SdkError {
  return new SdkError(
    "ADAPTER_HUNG",
    `the adapter left more than ${String(MOST_EVENTS)} events unread; let it read its input while it waits for its service, and give its requests a deadline`,
  );
}
