/** How own frames are sent after a transition is executed. */
export interface PreparedTransition {
  readonly version: number;
  /** undefined: no key yet */
  readonly ratchetId: number | undefined;
}

interface Entry extends PreparedTransition {
  readonly dueAtMs: number;
}

/**
 * Op 22 follows op 21, 29 or 30 within 2 s. Others keep the keys of the previous epoch for 10 s: when op 22 was lost,
 * the client switches to the new ones in time.
 */
const OVERDUE_MS = 8000;

/** Ids repeat after 65535 transitions; remembering this many is enough to recognize copies. */
const REMEMBERED = 256;

/** Announced and executed transitions, so that copies are ignored. */
export class TransitionLog {
  readonly #prepared = new Map<number, Entry>();
  readonly #executed = new Set<number>();
  #last = 0;

  /** The newest executed id, 0 before the first. */
  get last(): number {
    return this.#last;
  }

  get isPending(): boolean {
    return this.#prepared.size > 0;
  }

  isExecuted(id: number): boolean {
    return this.#executed.has(id);
  }

  prepare(id: number, transition: PreparedTransition, nowMs: number): void {
    // The same number may mean a new transition once the old one was executed long ago.
    this.#executed.delete(id);
    this.#prepared.delete(id);
    // Encryption ends on an explicit op 22 only.
    const dueAtMs = transition.version === 0 ? Infinity : nowMs + OVERDUE_MS;
    this.#prepared.set(id, { ...transition, dueAtMs });
  }

  /** Time at which {@link overdue} has an entry, Infinity for never. */
  nextDeadline(): number {
    return Math.min(...[...this.#prepared.values()].map(({ dueAtMs }) => dueAtMs));
  }

  /** Ids whose op 22 should have come by now, oldest first. */
  overdue(nowMs: number): number[] {
    return [...this.#prepared].filter(([, { dueAtMs }]) => dueAtMs <= nowMs).map(([id]) => id);
  }

  /**
   * Discards keys that were announced before this one: their op 22 was lost or is late.
   * @returns undefined for an id that was not announced, or was executed before
   */
  execute(id: number): PreparedTransition | undefined {
    const transition = this.#prepared.get(id);
    if (transition === undefined) return undefined;
    for (const [other, { version }] of this.#prepared) {
      if (other === id) break;
      if (version > 0) this.#prepared.delete(other);
    }
    this.#prepared.delete(id);
    this.#remember(id);
    return transition;
  }

  /** Forgets the group and its keys. */
  dropKeys(): void {
    for (const [id, { version }] of this.#prepared) if (version > 0) this.#prepared.delete(id);
  }

  clear(): void {
    this.#prepared.clear();
    this.#executed.clear();
    this.#last = 0;
  }

  #remember(id: number): void {
    this.#last = id;
    this.#executed.add(id);
    const [oldest] = this.#executed;
    if (this.#executed.size > REMEMBERED && oldest !== undefined) this.#executed.delete(oldest);
  }
}
