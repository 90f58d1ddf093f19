import type { Subscription } from "../../call/index.js";
import { readEars, type EarRate, type HeardBlock, type HeardTurn } from "../../native/index.js";
import { SdkError } from "../../wire/index.js";
import type { AgentCall } from "./agent-call.js";

/** Takes blocks of those who are listened to. */
export interface Listener {
  readonly whom: bigint | "everyone";
  readonly rate: EarRate;
  readonly block: (block: HeardBlock) => void;
  /** a user has gone */
  readonly left: (userId: bigint) => void;
}

/** @internal */
export interface EarsParts {
  readonly call: AgentCall;
  readonly turn: (turn: HeardTurn) => void;
  /** blocks were lost on their way from the media thread */
  readonly lost: (blocks: number) => void;
}

/** As many as the addon has ears for. */
const MOST_NAMED = 25;
const RATES: readonly EarRate[] = [16_000, 24_000];

/** Tells the media thread whom to listen to, and each listener what it hears: each user is heard once for each rate. */
export class Ears {
  readonly #parts: EarsParts;
  readonly #listeners = new Set<Listener>();
  /** Rates at which the media thread listens. */
  readonly #active = new Set<EarRate>();
  readonly #subscriptions: readonly Subscription[];
  readonly #reader = {
    block: (block: HeardBlock): void => this.#hand(block),
    turn: (turn: HeardTurn): void => this.#parts.turn(turn),
  };
  #isDeafTold = false;
  #isClosed = false;

  constructor(parts: EarsParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.call.on("received", (batch) => {
        if (this.#active.size > 0) readEars(batch, this.#reader);
      }),
      parts.call.on("participant", (userId, isPresent) => {
        if (!isPresent) for (const listener of this.#listeners) listener.left(userId);
      }),
    ];
  }

  /**
   * @returns takes it back
   * @throws {SdkError} TOO_MANY_LISTENED
   */
  add(listener: Listener): Subscription {
    const { whom, rate } = listener;
    const named = this.#named(rate);
    if (whom !== "everyone" && !named.has(whom) && named.size >= MOST_NAMED)
      throw new SdkError(
        "TOO_MANY_LISTENED",
        `an agent listens to ${String(MOST_NAMED)} users by name; listen to "everyone" to hear those who speak`,
      );
    this.#warnIfDeaf();
    this.#listeners.add(listener);
    this.#apply(rate);
    const dispose = (): void => {
      if (this.#listeners.delete(listener)) this.#apply(rate);
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** Ends all listening. @param isOver the connection has ended, and the media thread hears nothing any more */
  close(isOver: boolean): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#listeners.clear();
    if (!isOver) for (const rate of RATES) this.#apply(rate);
    this.#active.clear();
    this.#isClosed = true;
  }

  #apply(rate: EarRate): void {
    if (this.#isClosed) return;
    const { media } = this.#parts.call;
    const named = this.#named(rate);
    const isEveryone = [...this.#listeners].some((each) => each.rate === rate && each.whom === "everyone");
    if (isEveryone || named.size > 0) {
      this.#active.add(rate);
      media.setListening(rate, isEveryone ? "everyone" : "named", [...named]);
    } else if (this.#active.delete(rate)) {
      media.stopListening(rate);
    }
  }

  #named(rate: EarRate): Set<bigint> {
    const named = new Set<bigint>();
    for (const each of this.#listeners)
      if (each.rate === rate && each.whom !== "everyone") named.add(each.whom);
    return named;
  }

  #hand(block: HeardBlock): void {
    if (block.lost > 0) this.#parts.lost(block.lost);
    for (const each of this.#listeners) {
      const isTheirs = each.whom === "everyone" || each.whom === block.userId;
      if (isTheirs && each.rate === block.rate) each.block(block);
    }
  }

  #warnIfDeaf(): void {
    if (!this.#parts.call.isDeaf() || this.#isDeafTold) return;
    this.#isDeafTold = true;
    this.#parts.call.warn(
      "listen: the bot is deaf and hears nothing; join with `selfDeaf: false`, or call `rejoin({ selfDeaf: false })`",
    );
  }
}
