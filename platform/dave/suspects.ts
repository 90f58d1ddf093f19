import type { Snowflake } from "sdkpp/wire";

/** For so long it is remembered what a user did to a room, across its sessions, milliseconds. */
const MEMORY_MS = 600_000;
/** From so many tries on a user's voice session is closed. */
const TRIES = 3;
/** From so many doubted commits on a user's commits are not taken: others' are as good. */
const DOUBTS = 3;

interface Record {
  /** When the user offered something that made an epoch fail, or would have. */
  readonly tries: number[];
  /** When two others rejected a commit of the user. */
  excludedAt: number;
  /** When anybody rejected a commit of the user. */
  readonly doubts: number[];
}

/** What users did to one room: it outlives their sessions, so that a rejoin is no fresh start (voice E2EE 12.1). */
export class Suspects {
  readonly #records = new Map<Snowflake, Record>();

  /** A key package that members could not use, or an epoch that failed because of it. */
  blame(now: number, userId: Snowflake): void {
    keep(this.#recordOf(userId).tries, now, TRIES);
  }

  /** Its next key package is offered to nobody together with others'. */
  isSuspect(now: number, userId: Snowflake): boolean {
    return this.#triesOf(now, userId) > 0;
  }

  /** It has had its tries: it is closed out and asked for nothing. */
  isBarred(now: number, userId: Snowflake): boolean {
    return this.#triesOf(now, userId) >= TRIES;
  }

  /** Two others rejected a commit of it. */
  exclude(now: number, userId: Snowflake): void {
    this.#recordOf(userId).excludedAt = now;
  }

  /** Somebody did not follow a commit of it. */
  doubt(now: number, userId: Snowflake): void {
    keep(this.#recordOf(userId).doubts, now, DOUBTS);
  }

  isExcluded(now: number, userId: Snowflake): boolean {
    const { excludedAt, doubts } = this.#records.get(userId) ?? NOTHING;
    return now - excludedAt < MEMORY_MS || recent(doubts, now) >= DOUBTS;
  }

  /** Nothing is remembered any more. Forgets what is over. */
  isEmpty(now: number): boolean {
    for (const userId of this.#records.keys()) if (this.#isOver(now, userId)) this.#records.delete(userId);
    return this.#records.size === 0;
  }

  #triesOf(now: number, userId: Snowflake): number {
    return recent(this.#records.get(userId)?.tries ?? [], now);
  }

  #isOver(now: number, userId: Snowflake): boolean {
    const { tries, doubts, excludedAt } = this.#records.get(userId) ?? NOTHING;
    return recent([...tries, ...doubts, excludedAt], now) === 0;
  }

  #recordOf(userId: Snowflake): Record {
    const record = this.#records.get(userId) ?? { tries: [], doubts: [], excludedAt: -Infinity };
    this.#records.set(userId, record);
    return record;
  }
}

const NOTHING: Record = { tries: [], doubts: [], excludedAt: -Infinity };

function recent(times: readonly number[], now: number): number {
  return times.filter((at) => now - at < MEMORY_MS).length;
}

/** The newest are enough. */
function keep(times: number[], now: number, most: number): void {
  times.push(now);
  if (times.length > most) times.shift();
}
