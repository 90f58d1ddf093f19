import { concatBytes, mlsU16 } from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";

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

/**
 * Ids repeat after 65535 transitions; remembering this many is enough to recognize copies. They are saved with the
 * call, two bytes each.
 */
const REMEMBERED = 128;

const FIELDS = savedFields({ prepared: 1, executed: 2, last: 3, id: 4, version: 5, ratchetId: 6, dueAt: 7 });
const ID_MOST = 0xffff;
const ID_BYTES = 2;
const VERSION_MOST = 0xffff;
const RATCHET_MOST = 0xffff_ffff;

/** Announced and executed transitions, so that copies are ignored. */
export class TransitionLog {
  readonly #prepared = new Map<number, Entry>();
  readonly #executed = new Set<number>();
  #last = 0;

  /** @throws {RestoreError} */
  static restore(saved: FieldReader): TransitionLog {
    const log = new TransitionLog();
    saved.each(FIELDS.prepared, (entry) =>
      log.#prepared.set(entry.number(FIELDS.id, ID_MOST), restoreEntry(entry)),
    );
    const ids = saved.bytes(FIELDS.executed);
    if (ids.length % ID_BYTES !== 0 || ids.length > REMEMBERED * ID_BYTES)
      saved.refuse(
        FIELDS.executed,
        `at most ${String(REMEMBERED)} ids of 2 bytes`,
        `${String(ids.length)} bytes`,
      );
    const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
    for (let at = 0; at < ids.length; at += ID_BYTES) log.#executed.add(view.getUint16(at));
    log.#last = saved.number(FIELDS.last, ID_MOST);
    return log;
  }

  save(out: FieldWriter): void {
    for (const [id, { version, ratchetId, dueAtMs }] of this.#prepared)
      out.record(FIELDS.prepared, () => {
        out.number(FIELDS.id, id);
        out.number(FIELDS.version, version);
        out.number(FIELDS.ratchetId, ratchetId);
        out.time(FIELDS.dueAt, dueAtMs);
      });
    out.bytes(FIELDS.executed, concatBytes(...[...this.#executed].map(mlsU16)));
    out.number(FIELDS.last, this.#last);
  }

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

function restoreEntry(saved: FieldReader): Entry {
  return {
    version: saved.number(FIELDS.version, VERSION_MOST),
    ratchetId: saved.maybeNumber(FIELDS.ratchetId, RATCHET_MOST),
    dueAtMs: saved.time(FIELDS.dueAt) ?? Infinity,
  };
}
