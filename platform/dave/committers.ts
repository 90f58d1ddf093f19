import type { Snowflake } from "sdkpp/wire";
import type { Member } from "./member.js";

/** So many others must reject a commit to disprove it. */
const WITNESSES = 2;
/** So many committers must have failed with an add, by the word of as many, before the add is suspected. */
const FAILED_COMMITTERS = 2;

interface Verdicts {
  readonly transitionId: number;
  readonly committer: Member;
  readonly added: readonly Snowflake[];
  readonly accepted: Set<Snowflake>;
  readonly rejected: Set<Snowflake>;
}

/** Who committed the add of a user and was rejected, and by whom. */
interface FailedAdd {
  readonly committers: Set<Snowflake>;
  readonly witnesses: Set<Snowflake>;
}

/** What an op 31 leads to. */
export interface Consequences {
  /** It is the first that did not follow this commit. */
  readonly isFirst: boolean;
  /** By the word of two others, the commit was bad. */
  readonly isDisproved: boolean;
  /** Users whose key packages are at fault, as far as it can be known. */
  readonly suspects: readonly Snowflake[];
}

const NONE: Consequences = { isFirst: false, isDisproved: false, suspects: [] };

/**
 * Remembers who made the newest commit and what the others thought of it. The service cannot check a commit's signature;
 * two members that reject the same one say as much. What they reject is held against the committer first, and against
 * those it adds only when a second committer fails with them too, by the word of a second witness: nobody alone can
 * have somebody else put out (voice E2EE 12.2).
 */
export class Committers {
  /** Its commit was not followed, and no other has been announced since: better the next is made by somebody else. */
  doubted: Member | undefined;
  #isRejected = false;
  readonly #failedAdds = new Map<Snowflake, FailedAdd>();
  #newest: Verdicts | undefined;

  /** Who made the newest commit. */
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
   * The change is over. Some clients say nothing of a second failure: silence of those who answer as a rule is reason
   * enough to take another committer next, and no more than that, for they may be late.
   * @returns whether the newest commit was followed: then those it added are what they seem
   */
  executed(transitionId: number, isMissed: boolean): boolean {
    const one = this.#newest;
    if (one?.transitionId !== transitionId) return false;
    if (isMissed) this.doubted ??= one.committer;
    const isFollowed = [...one.accepted].some((userId) => userId !== one.committer.userId);
    if (one.rejected.size > 0 || (isMissed && !isFollowed)) return false;
    for (const userId of one.added) this.#failedAdds.delete(userId);
    return true;
  }

  /** Somebody rejected its newest commit: nothing can be built on the group that it made. */
  isDisowned(member: Member): boolean {
    return this.#isRejected && this.doubted === member;
  }

  /** An op 31. One that follows an op 23 tells of frames that did not open, not of a bad commit. */
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

  /** A word about one's own add says nothing about it. */
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

  /** They do not answer, or not well: better they than nobody. */
  believeAll(): void {
    this.doubted = undefined;
    this.#isRejected = false;
  }
}
