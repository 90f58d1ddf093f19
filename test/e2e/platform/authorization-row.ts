import type { Asked, Scene } from "./authorization-scene.js";

/**
 * The response to a caller other than the intended one: a rejection, a success without effect, or a success because the
 * caller may do the same for itself.
 */
export type Verdict = readonly [status: number, code?: number] | "allowed";

/** Differences of a route from its data. */
export interface Row {
  readonly route: string;
  /** Distinguishes rows of one route. */
  readonly claim?: string;
  /** The intended caller: Ada or the bot; none for routes without a token. */
  readonly by: "ada" | "bot" | "nobody";
  /** Sets up a request that succeeds for the intended caller. */
  readonly ask: (scene: Scene) => Asked | Promise<Asked>;
  /** The same person in the other game; of a bot's request: Ada in the other game. */
  readonly otherPlayer?: Verdict;
  readonly otherBot?: Verdict;
  /** Eve: in the same game, no member, no friend, not invited. */
  readonly stranger?: Verdict;
  /** Whether its success is visible to others; default: when it is not a GET. */
  readonly isHeard?: boolean;
  /** Ben, who takes part together with Ada but is not the intended caller. */
  readonly fellow?: Verdict;
  /** The intended caller after Ben has blocked it. */
  readonly blocked?: Verdict;
}

/** A row that differs from others of its kind in nothing but its request. */
export const rowFor = (kind: Omit<Row, "route" | "ask">, route: string, ask: Row["ask"]): Row => ({
  ...kind,
  route,
  ask,
});
