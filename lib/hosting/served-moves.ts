import type { HandOverOutcome } from "../call/index.js";
import type { CallOrder, CallReport } from "./messages.js";
import { MoveMessages } from "./move-messages.js";
import { sendError } from "./sent-error.js";

const TYPES = ["move", "handOver", "stay", "giveUp"] as const;

/** An order about the moves of a call: it counts also while the call is on its way. */
export type MoveOrder = Extract<CallOrder, { type: (typeof TYPES)[number] }>;

export interface ServedMovesParts {
  readonly call: string;
  /** Also behind the end of the call. */
  readonly send: (report: CallReport) => void;
  /** Hands the call over to the process at the other end of {@link ServedMoves.channel}. What it rejects with leaves the call here. */
  handOver(signal: AbortSignal): Promise<HandOverOutcome>;
  /** The call is here no more. */
  left(): void;
}

/** The moves of a call to and from a voice process, on its side. */
export class ServedMoves {
  /** To the other process of a move. */
  readonly channel: MoveMessages;
  readonly #parts: ServedMovesParts;
  /** Ends the waiting for that process. */
  #waiting = new AbortController();

  constructor(parts: ServedMovesParts) {
    this.#parts = parts;
    const { call, send } = parts;
    this.channel = new MoveMessages((bytes) => send({ type: "move", call, bytes }));
  }

  /** For a call that this process waits for. */
  get signal(): AbortSignal {
    return this.#waiting.signal;
  }

  order(order: MoveOrder): void {
    if (order.type === "move") this.channel.heard(order.bytes);
    else if (order.type === "handOver") void this.#handOver();
    else this.end();
  }

  /** The waiting for the other process ends. */
  end(): void {
    this.#waiting.abort();
  }

  async #handOver(): Promise<void> {
    const { call, send, handOver, left } = this.#parts;
    this.#waiting = new AbortController();
    try {
      const outcome = await handOver(this.#waiting.signal);
      if (outcome !== "kept") left();
      send({ type: "handedOver", call, outcome });
    } catch (error) {
      send({ type: "handedOver", call, outcome: "failed", error: sendError(error) });
    }
  }
}

/** Whether the report is the last one of a call: the call is not in this process any more. */
export function isLastReport({
  type,
  outcome,
}: {
  readonly type: string;
  readonly outcome?: string;
}): boolean {
  if (type === "handedOver") return outcome === "taken" || outcome === "undecided";
  return type === "over" || type === "notTaken";
}

export function isMoveOrder(order: { readonly type: string }): order is MoveOrder {
  return (TYPES as readonly string[]).includes(order.type);
}

/** The reason why a call that is not joined yet does not move, in words. */
export const NOT_JOINED = "a call that is not joined cannot move: it is joined anew";
