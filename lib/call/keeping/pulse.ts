import type { Cancel, Clock } from "../../net/index.js";

/** Beats of a second: members are spread over them, and all members of a beat are looked at together. */
const BEATS = 10;
const SECOND_MS = 1000;
const BEAT_MS = SECOND_MS / BEATS;

/** Looked at each second. The same member has one beat at a time. */
export type Member = () => void;

/**
 * Looks at the calls of a process each second, with one timer for all of them: a thousand timers cost more than most of what is seen at
 * their ends.
 */
export class Pulse {
  static readonly #ofClocks = new WeakMap<Clock, Pulse>();
  readonly #clock: Clock;
  readonly #beats = Array.from({ length: BEATS }, () => new Set<Member>());
  /** The newest one that is over, counted from the origin of the clock. */
  #beat = 0;
  #cancel: Cancel | undefined;
  /** The beat of the timer. */
  #next = Infinity;

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The one of all members that have this clock. */
  static of(clock: Clock): Pulse {
    const pulse = Pulse.#ofClocks.get(clock) ?? new Pulse(clock);
    Pulse.#ofClocks.set(clock, pulse);
    return pulse;
  }

  /** From the next second on, at the present beat. @returns ends that */
  enter(member: Member): Cancel {
    return this.#enter(member, this.#now % BEATS);
  }

  /** As {@link enter}, at the beat of all whom nobody outside waits for: one message has what all of them say. */
  enterTogether(member: Member): Cancel {
    return this.#enter(member, 0);
  }

  get #now(): number {
    return Math.floor(this.#clock.now() / BEAT_MS);
  }

  #enter(member: Member, at: number): Cancel {
    // a timer that is late leads up to now
    this.#beat = Math.min(this.#now, this.#next - 1);
    this.#beats[at]?.add(member);
    this.#plan();
    return () => {
      this.#beats[at]?.delete(member);
      if (this.#beats.every(({ size }) => size === 0)) this.#stop();
    };
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#next = Infinity;
  }

  #plan(): void {
    const beats = Array.from({ length: BEATS }, (_, step) => this.#beat + 1 + step);
    const next = beats.find((beat) => this.#membersAt(beat).size > 0) ?? Infinity;
    if (next === this.#next) return;
    this.#stop();
    if (next === Infinity) return;
    this.#next = next;
    const waitMs = Math.ceil(next * BEAT_MS - this.#clock.now());
    this.#cancel = this.#clock.schedule(waitMs, () => this.#fire());
  }

  /** Behind a standstill each member is looked at once. */
  #fire(): void {
    const now = Math.max(this.#now, this.#next);
    const first = Math.max(this.#next, now - BEATS + 1);
    const due = Array.from({ length: now - first + 1 }, (_, step) => [...this.#membersAt(first + step)]);
    this.#beat = now;
    this.#next = Infinity;
    // first: whatever a member throws, the others are looked at a second later
    this.#plan();
    for (const member of due.flat()) member();
  }

  #membersAt(beat: number): Set<Member> {
    return this.#beats[beat % BEATS] ?? new Set();
  }
}
