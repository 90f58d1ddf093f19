import type { Claims, Departure, HandOverOutcome, VoiceConnection } from "../../call/index.js";
import type { Clock } from "../../net/index.js";
import { reasonOf, type FieldWriter } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import { departureOf, type CheckedMove } from "./hand-over.js";
import type { HostEvent } from "./host-event.js";

/** The parts of a bot's connection that its leaving needs. */
export interface LeavingParts {
  readonly connection: VoiceConnection;
  readonly clock: Clock;
  /** counts the owners of the call: this one */
  readonly fence: bigint;
  /**
   * Who decides about a call that is kept, and the fence of this process; undefined: it is not kept.
   * @throws {SdkError} KEEP_STORE_SILENT
   */
  kept(): { readonly claims: Claims; readonly fence: bigint } | undefined;
  /** Whether nothing may be taken from the source, or written of the call. */
  hold(isHeld: boolean): void;
  save(out: FieldWriter): void;
  warn(message: string): void;
}

/** A bot's connection on the side that has the call: one move at a time. */
export class Leaving {
  readonly #parts: LeavingParts;
  #fence: bigint;
  #departure: Departure | undefined;
  /** What the host says while the call stands still. */
  #unheard: (() => void)[] | undefined;

  constructor(parts: LeavingParts) {
    this.#parts = parts;
    this.#fence = parts.fence;
  }

  /** @throws {SdkError} HANDOVER_RUNNING, SESSION_NOT_JOINED, KEEP_STORE_SILENT; as `Departure.run` */
  async handOver(move: CheckedMove): Promise<HandOverOutcome> {
    if (this.#departure !== undefined)
      throw new SdkError("HANDOVER_RUNNING", "this connection is being handed over; wait for that");
    const kept = this.#parts.kept();
    const fence = (kept?.fence ?? this.#fence) + 1n;
    this.#departure = this.#depart({ ...move, claims: kept?.claims ?? move.claims }, fence);
    try {
      const outcome = await this.#departure.run();
      this.#fence = fence;
      return outcome;
    } finally {
      this.#departure = undefined;
    }
  }

  /** While the call stands still, what its host says is for whoever goes on with it. */
  hear(event: HostEvent, carryOut: () => void): void {
    if (this.#unheard === undefined) return carryOut();
    this.#unheard.push(carryOut);
    this.#departure?.tell(JSON.stringify(event));
  }

  #depart(move: CheckedMove, fence: bigint): Departure {
    const { connection, clock, save, warn } = this.#parts;
    const { serverId, userId } = connection.facts;
    if (userId === undefined)
      throw new SdkError("SESSION_NOT_JOINED", "a call that is not joined cannot move: wait for `ready()`");
    const call = {
      freeze: () => this.#standStill(),
      save,
      relay: connection.relay.bind(connection),
      sendFrame: connection.sendFrame.bind(connection),
      thaw: () => {
        connection.thaw();
        this.#goOn();
      },
      handedOver: () => connection.handedOver(),
    };
    const dropped = (error: unknown): void => warn(reasonOf(error));
    return departureOf(call, { serverId, userId, fence }, move, { clock, dropped });
  }

  async #standStill(): Promise<void> {
    this.#parts.hold(true);
    this.#unheard = [];
    try {
      await this.#parts.connection.freeze();
    } catch (error) {
      this.#goOn();
      throw error;
    }
  }

  /** What waited comes in its order. */
  #goOn(): void {
    const unheard = this.#unheard ?? [];
    this.#unheard = undefined;
    this.#parts.hold(false);
    for (const carryOut of unheard) carryOut();
  }
}
