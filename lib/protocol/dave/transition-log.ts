/** What becomes of own frames when a transition is executed. */
export interface PreparedTransition {
  readonly version: number;
  /** undefined: there is no key for them yet */
  readonly ratchetId: number | undefined;
}

interface Entry extends PreparedTransition {
  readonly dueAtMs: number;
}

/**
 * Op 22 comes within 2 s of op 21, 29 or 30. Others keep the keys of the epoch before for 10 s: where op 22 was lost,
 * the new ones are used in time.
 */
const OVERDUE_MS = 8000;

/** Ids come back after 65535 transitions; by then this many others have come and gone. */
const REMEMBERED = 256;

/** Which transitions were announced, and which of them were executed: copies must do nothing. */
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
    // Encryption ends on an explicit word only.
    const dueAtMs = transition.version === 0 ? Infinity : nowMs + OVERDUE_MS;
    this.#prepared.set(id, { ...transition, dueAtMs });
  }

  /** When {@link overdue} has something, Infinity for never. */
  nextDeadline(): number {
    return Math.min(...[...this.#prepared.values()].map(({ dueAtMs }) => dueAtMs));
  }

  /** Ids whose op 22 should have come by now, oldest first. */
  overdue(nowMs: number): number[] {
    return [...this.#prepared].filter(([, { dueAtMs }]) => dueAtMs <= nowMs).map(([id]) => id);
  }

  /**
   * Keys that were announced before this one are void with it: their op 22 was lost, or comes too late.
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

  /** The group is forgotten, and keys of it are not used any more. */
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
