import type { Cancel, Clock } from "../net/index.js";

/** A source whose queue is filled up from time to time. */
export interface Feed {
  /**
   * Queues what there is room for.
   * @returns how many milliseconds it can be left alone; undefined when it needs no further turn
   */
  fill(): number | undefined;
}

/** More often than this a turn is worth less than it costs. */
const SHORTEST_PAUSE_MS = 20;

const feeders = new WeakMap<Clock, Feeder>();

/** Fills the queues of everything that plays, with one timer: a wake-up of the thread costs more than all its feeds. */
export class Feeder {
  readonly #clock: Clock;
  readonly #feeds = new Set<Feed>();
  #dueMs = Infinity;
  #cancel: Cancel | undefined;

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The one of a clock. */
  static of(clock: Clock): Feeder {
    let feeder = feeders.get(clock);
    if (feeder === undefined) feeders.set(clock, (feeder = new Feeder(clock)));
    return feeder;
  }

  /** Fills a new source at once, and then as long as it asks for it. */
  add(feed: Feed): void {
    const pauseMs = feed.fill();
    if (pauseMs !== undefined) this.#enter(feed, pauseMs);
  }

  remove(feed: Feed): void {
    this.#feeds.delete(feed);
    if (this.#feeds.size > 0) return;
    this.#cancel?.();
    this.#rest();
  }

  /** Resolves at the next turn, `pauseMs` from now or earlier. */
  turn(pauseMs: number): Promise<void> {
    return new Promise((resolve) => this.#enter({ fill: () => void resolve() }, pauseMs));
  }

  #enter(feed: Feed, pauseMs: number): void {
    this.#feeds.add(feed);
    this.#plan(pauseMs);
  }

  #rest(): void {
    this.#cancel = undefined;
    this.#dueMs = Infinity;
  }

  #plan(pauseMs: number): void {
    const dueMs = this.#clock.now() + Math.max(pauseMs, SHORTEST_PAUSE_MS);
    if (this.#dueMs <= dueMs) return;
    this.#cancel?.();
    this.#dueMs = dueMs;
    this.#cancel = this.#clock.schedule(dueMs - this.#clock.now(), () => this.#turn());
  }

  #turn(): void {
    this.#rest();
    let shortest = Infinity;
    for (const feed of this.#feeds) {
      const pauseMs = feed.fill();
      if (pauseMs === undefined) this.#feeds.delete(feed);
      else shortest = Math.min(shortest, pauseMs);
    }
    if (this.#feeds.size > 0) this.#plan(shortest);
  }
}
