import type { Clock } from "../../net/index.js";
import type { FieldReader } from "../../protocol/index.js";
import {
  MoveTarget,
  PipeCipher,
  readOffer,
  type Move,
  type MoveParts,
  type Offer,
  type PipeMessage,
} from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import type { VoiceConnectionEvents } from "../connection-events.js";
import type { Following, VoiceConnection } from "../voice-connection.js";
import type { Claims } from "./claims.js";
import { RECORD_FIELDS } from "./departure.js";
import { MoveLink, type MoveChannel, type OpenKind } from "./move-link.js";
import { Signal } from "./signal.js";
import { takeOver } from "./take-over.js";

/** What is sealed expires then, milliseconds. */
const CALL_LIMIT_MS = 10_000;
/** The process that had the call answers at once, or never, milliseconds. */
const CLAIM_LIMIT_MS = 2000;
/** What is on its way when the call is whole here arrives until then, milliseconds. */
const LINGER_MS = 3000;

export interface ArrivingCall extends Pick<VoiceConnection, "thaw" | "handedOver" | "deliver" | "follow"> {
  on(event: "phase", listener: VoiceConnectionEvents["phase"]): unknown;
}

/** A call that came, and what its door made of it. */
export interface Arrived<Door> {
  readonly call: ArrivingCall;
  readonly door: Door;
  /** What the host of the call said to the process that had it before. */
  event(json: string): void;
}

export interface ArrivalParts<Door> extends MoveParts {
  /** names this process */
  readonly target: string;
  readonly channel: MoveChannel;
  /** as those of the process that has the call */
  readonly claims: Claims | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** a message that was dropped, for a developer */
  dropped(error: unknown): void;
  /** Goes on with what `DepartingCall.save` wrote, frozen. */
  restore(saved: FieldReader, offer: Offer): Arrived<Door>;
}

/**
 * Waits for a call at one end of a channel, and goes on with it.
 * @returns the call, which runs
 * @throws {SdkError} ABORTED by the signal, before a call came; HANDOVER_EXPIRED: none came behind the invitation; as `takeOver`
 * @throws {RestoreError} when it cannot be restored
 */
export function arrive<Door>(parts: ArrivalParts<Door>): Promise<Door> {
  return new Arrival(parts).run();
}

class Arrival<Door> {
  readonly #parts: ArrivalParts<Door>;
  readonly #link: MoveLink;
  readonly #offered = new Signal<Offer>();
  readonly #claimed = new Signal<boolean>();
  readonly #came = new Signal<Promise<Door>>();
  #target: MoveTarget | undefined;
  #move: Omit<Move, "expiresAtMs"> | undefined;
  #arrived: Arrived<Door> | undefined;
  #following: Following | undefined;

  constructor(parts: ArrivalParts<Door>) {
    this.#parts = parts;
    this.#link = new MoveLink(parts.channel, {
      opened: (kind, bytes) => this.#opened(kind, bytes),
      piped: (message) => this.#piped(message),
      dropped: (error) => parts.dropped(error),
    });
  }

  async run(): Promise<Door> {
    try {
      const door = await this.#run();
      this.#parts.clock.schedule(LINGER_MS, () => this.#link.end());
      return door;
    } catch (error) {
      this.#link.end();
      throw error;
    } finally {
      this.#target?.end();
    }
  }

  async #run(): Promise<Door> {
    const { clock, signal } = this.#parts;
    const offer = await this.#offered.within(undefined, clock, signal);
    if (offer === undefined) throw aborted();
    const move = { ...offer, target: this.#parts.target };
    this.#move = move;
    this.#target = new MoveTarget(move, this.#parts);
    this.#link.send("invitation", this.#target.invitation);
    const came = await this.#came.within(CALL_LIMIT_MS, clock, signal);
    if (came === undefined && signal?.aborted === true) throw aborted();
    if (came === undefined)
      throw new SdkError(
        "HANDOVER_EXPIRED",
        `call ${offer.call}: expected it within ${String(CALL_LIMIT_MS / 1000)} s behind the invitation, received nothing; begin the move again`,
      );
    return came;
  }

  #opened(kind: OpenKind, bytes: Uint8Array): void {
    if (kind === "offer") this.#offered.tell(readOffer(bytes, this.#parts.authenticity));
    // at once: what follows on the channel is for the restored call
    if (kind === "call" && this.#arrived === undefined) this.#came.tell(this.#take(bytes));
  }

  async #take(sealed: Uint8Array): Promise<Door> {
    const [target, move] = [this.#target, this.#move];
    if (target === undefined || move === undefined)
      throw new SdkError(
        "HANDOVER_OTHER_MOVE",
        "a call: expected one behind an invitation, received one before",
      );
    const { clock, claims = this.#askSource() } = this.#parts;
    const { door } = await takeOver(sealed, {
      move,
      claims,
      clock,
      open: (bytes) => target.open(bytes),
      restore: (saved) => this.#restore(saved, move),
    });
    this.#say({ type: "taken" });
    return door;
  }

  /** The key of the pipe first: a call that cannot be restored has no use for it. */
  #restore(saved: FieldReader, offer: Offer): Arrived<Door>["call"] & { readonly door: Door } {
    const key = saved.bytes(RECORD_FIELDS.pipeKey);
    const arrived = this.#parts.restore(saved.inner(RECORD_FIELDS.call), offer);
    this.#link.secure(new PipeCipher(key, "target"));
    key.fill(0);
    this.#arrived = arrived;
    const { call, door } = arrived;
    this.#following = call.follow(({ isText, bytes }) =>
      this.#say({ type: isText ? "textFrame" : "binaryFrame", bytes }),
    );
    call.on("phase", (phase) => {
      if (phase === "resumed" || phase === "connected") this.#say({ type: "whole" });
    });
    return { ...call, door };
  }

  #piped(message: PipeMessage): void {
    if (this.#link.hasGap) this.#following?.end();
    switch (message.type) {
      case "claimed":
        return this.#claimed.tell(message.isYours);
      case "datagrams":
        return this.#arrived?.call.deliver(message.bytes);
      case "textFrame":
      case "binaryFrame":
        return this.#following?.frame({ isText: message.type === "textFrame", bytes: message.bytes });
      case "event":
        return this.#arrived?.event(message.json);
      default:
        return undefined;
    }
  }

  /** The process that has the call decides, as long as it lives. */
  #askSource(): Claims {
    return {
      claim: async () => {
        this.#link.say({ type: "claim" });
        const isOurs = await this.#claimed.within(CLAIM_LIMIT_MS, this.#parts.clock);
        if (isOurs === undefined) throw new Error("the process that has the call does not answer");
        return isOurs;
      },
    };
  }

  #say(message: PipeMessage): void {
    try {
      this.#link.say(message);
    } catch (error) {
      this.#parts.dropped(error);
    }
  }
}

const aborted = (): SdkError => new SdkError("ABORTED", "waiting for a call to take was aborted");
