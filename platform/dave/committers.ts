import type { Snowflake } from "sdkpp/wire";
import type { Member } from "./member.js";

/** So many others must reject a commit before its author is no longer believed. */
const WITNESSES = 2;

interface Verdicts {
  readonly transitionId: number;
  readonly committer: Member;
  readonly accepted: Set<Snowflake>;
  readonly rejected: Set<Snowflake>;
}

/**
 * Remembers who made the newest commit and what the others thought of it. The service cannot check a commit's signature;
 * two members that reject the same one say as much.
 */
export class Committers {
  /** Somebody rejected its commit, and no other has been announced since: better the next is made by somebody else. */
  doubted: Member | undefined;
  #newest: Verdicts | undefined;

  announced(transitionId: number, committer: Member): void {
    this.doubted = undefined;
    this.#newest = { transitionId, committer, accepted: new Set(), rejected: new Set() };
  }

  accepted(userId: Snowflake, transitionId: number): void {
    if (this.#newest?.transitionId === transitionId) this.#newest.accepted.add(userId);
  }

  /**
   * An op 31. One that follows an op 23 tells of frames that did not open, not of a bad commit.
   * @returns whether the committer was excluded by it
   */
  rejected(userId: Snowflake, transitionId: number): boolean {
    const one = this.#newest;
    if (one?.transitionId !== transitionId || one.accepted.has(userId)) return false;
    if (one.committer.userId === userId || one.committer.isExcluded) return false;
    one.rejected.add(userId);
    this.doubted = one.committer;
    one.committer.isExcluded = one.rejected.size >= WITNESSES;
    return one.committer.isExcluded;
  }
}
