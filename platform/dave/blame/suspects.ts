import type { Snowflake } from "sdkpp/wire";

/** How long a user's failures in a room are remembered, across its sessions; milliseconds. */
const MEMORY_MS = 600_000;
/** Number of failed key packages after which a user's voice session is closed. */
const TRIES = 3;
/** Number of rejected commits after which a user's commits are not accepted. */
const DOUBTS = 3;

interface Record {
  /** When the user's key packages made an epoch fail or would have. */
  readonly tries: number[];
  /** When two other members rejected a commit of the user. */
  excludedAt: number;
  /** When a member rejected a commit of the user. */
  readonly doubts: number[];
}

/** Failures of users in one room; they outlive sessions, so that rejoining does not clear them (voice E2EE 12.1). */
export class Suspects {
  readonly #records = new Map<Snowflake, Record>();

  /** Records a key package that members could not use, or that made an epoch fail. */
  blame(now: number, userId: Snowflake): void {
    keep(this.#recordOf(userId).tries, now, TRIES);
  }

  /** Whether the user's next key package must be proposed separately. */
  isSuspect(now: number, userId: Snowflake): boolean {
    return this.#triesOf(now, userId) > 0;
  }

  /** Whether the user has used up its tries, so that its session is closed. */
  isBarred(now: number, userId: Snowflake): boolean {
    return this.#triesOf(now, userId) >= TRIES;
  }

  /** Records that two other members rejected a commit of the user. */
  exclude(now: number, userId: Snowflake): void {
    this.#recordOf(userId).excludedAt = now;
  }

  /** Records that a member rejected a commit of the user. */
  doubt(now: number, userId: Snowflake): void {
    keep(this.#recordOf(userId).doubts, now, DOUBTS);
  }

  isExcluded(now: number, userId: Snowflake): boolean {
    const { excludedAt, doubts } = this.#records.get(userId) ?? NOTHING;
    return now - excludedAt < MEMORY_MS || recent(doubts, now) >= DOUBTS;
  }

  /** Whether no failure is remembered; drops expired records. */
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

/** Keeps the newest `most` times only. */
function keep(times: number[], now: number, most: number): void {
  times.push(now);
  if (times.length > most) times.shift();
}
