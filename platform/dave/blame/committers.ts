import type { Snowflake } from "sdkpp/wire";
import type { Member } from "../member.js";

/** Number of other members that must reject a commit to disprove it. */
const WITNESSES = 2;
/** An add is suspected after it failed with this many committers, as reported by this many witnesses. */
const FAILED_COMMITTERS = 2;

interface Verdicts {
  readonly transitionId: number;
  readonly committer: Member;
  readonly added: readonly Snowflake[];
  readonly accepted: Set<Snowflake>;
  readonly rejected: Set<Snowflake>;
}

/** The committers whose add of a user was rejected, and the members that rejected it. */
interface FailedAdd {
  readonly committers: Set<Snowflake>;
  readonly witnesses: Set<Snowflake>;
}

/** The consequences of an op 31. */
export interface Consequences {
  /** Whether this is the first rejection of the commit. */
  readonly isFirst: boolean;
  /** Whether two other members have now rejected the commit. */
  readonly isDisproved: boolean;
  /** Users whose key packages are probably at fault. */
  readonly suspects: readonly Snowflake[];
}

const NONE: Consequences = { isFirst: false, isDisproved: false, suspects: [] };

/**
 * Tracks who made the newest commit and which members accepted or rejected it. The service cannot check a commit's signature;
 * rejections by two members count as proof. A rejection counts against the committer first. It counts against the members
 * that the commit adds only after a second committer fails with them and a second witness confirms it: no single member can
 * have another one removed (voice E2EE 12.2).
 */
export class Committers {
  /** The member whose newest commit was rejected or missed; another member's commit is preferred next. */
  doubted: Member | undefined;
  #isRejected = false;
  readonly #failedAdds = new Map<Snowflake, FailedAdd>();
  #newest: Verdicts | undefined;

  /** The member that made the newest commit. */
  get newest(): Member | undefined {
    return this.#newest?.committer;
  }

  announced(transitionId: number, committer: Member, added: readonly Snowflake[]): void {
    this.believeAll();
    this.#newest = { transitionId, committer, added, accepted: new Set(), rejected: new Set() };
  }

  accepted(userId: Snowflake, transitionId: number): void {
    if (this.#newest?.transitionId === transitionId) this.#newest.accepted.add(userId);
  }

  /**
   * Records that a change is executed. Some clients do not report a second failure. The silence of members that normally
   * answer makes the service prefer another committer next, but has no further effect, because they may be late.
   * @returns whether the newest commit was accepted, which confirms the members that it added
   */
  executed(transitionId: number, isMissed: boolean): boolean {
    const one = this.#newest;
    if (one?.transitionId !== transitionId) return false;
    if (isMissed) this.doubted ??= one.committer;
    const isAccepted = [...one.accepted].some((userId) => userId !== one.committer.userId);
    if (one.rejected.size > 0 || (isMissed && !isAccepted)) return false;
    for (const userId of one.added) this.#failedAdds.delete(userId);
    return true;
  }

  /** Whether a member's newest commit was rejected, so that its state of the group is unusable. */
  isDisowned(member: Member): boolean {
    return this.#isRejected && this.doubted === member;
  }

  /** Records an op 31. After an op 23 it reports frames that did not open, not a bad commit. */
  rejected(userId: Snowflake, transitionId: number): Consequences {
    const one = this.#newest;
    if (one?.transitionId !== transitionId || one.accepted.has(userId)) return NONE;
    if (one.committer.userId === userId || one.rejected.has(userId)) return NONE;
    one.rejected.add(userId);
    this.doubted = one.committer;
    this.#isRejected = true;
    const { size } = one.rejected;
    return { isFirst: size === 1, isDisproved: size === WITNESSES, suspects: this.#suspectsOf(one, userId) };
  }

  /** A member's rejection does not count as evidence about its own add. */
  #suspectsOf({ committer, added }: Verdicts, witness: Snowflake): Snowflake[] {
    return added.filter((userId) => {
      if (userId === witness) return false;
      const failed = this.#failedAdds.get(userId) ?? { committers: new Set(), witnesses: new Set() };
      this.#failedAdds.set(userId, failed);
      failed.committers.add(committer.userId);
      failed.witnesses.add(witness);
      const isSuspect = failed.committers.size >= FAILED_COMMITTERS && failed.witnesses.size >= WITNESSES;
      if (isSuspect) this.#failedAdds.delete(userId);
      return isSuspect;
    });
  }

  /** Clears all doubts: a doubted committer is better than none. */
  believeAll(): void {
    this.doubted = undefined;
    this.#isRejected = false;
  }
}
