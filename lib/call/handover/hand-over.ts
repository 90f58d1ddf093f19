import type { Clock } from "../../net/index.js";
import { FieldWriter, type Move } from "../../protocol/index.js";
import type { Relay } from "../moving/standing-still.js";
import type { VoiceConnection } from "../voice-connection.js";
import type { Claims } from "./claims.js";
import { Signal } from "./signal.js";

/** Silence is heard until somebody has the call again, milliseconds. */
const TAKE_LIMIT_MS = 300;
/** A resume takes longer on a busy machine, milliseconds. */
const WHOLE_LIMIT_MS = 2000;
/**
 * The voice server learns where the call is from its first packet there, which may be behind the resume: sound arrives here until then. Silence
 * of this length, in which each speaker would have sent a packet, says that it does not any more, milliseconds.
 */
const QUIET_MS = 100;

/** The part of a connection that a call which moves away needs. */
export type LeavingCall = Pick<VoiceConnection, "freeze" | "save" | "relay" | "thaw" | "handedOver">;

/**
 * - `taken`: the target has the call, and nothing of it is here any more
 * - `kept`: the target did not take it in time, and it goes on here, under the fence of the move
 * - `undecided`: the claims did not answer: nobody may go on with exact numbers, so it is over here and has to be joined anew
 */
export type HandOverOutcome = "taken" | "kept" | "undecided";

export interface HandOverParts {
  /** with the fence of the next owner, which either side may become */
  readonly move: Pick<Move, "call" | "fence" | "source">;
  readonly claims: Claims;
  readonly clock: Clock;
  /** Seals a record for the target, and wipes it. */
  seal(record: Uint8Array): Uint8Array;
  /** To the target. What is lost on the way, or throws, shows in that nobody takes the call. */
  send(sealed: Uint8Array): void;
  /** To the target. What throws is lost as on a network. */
  readonly relay: Relay;
}

/**
 * A call that goes to another process, on the side that has it. Taking it there and going on with it here are the same claim:
 * the first to claim may send, the other one ends what it has of the call.
 */
export class HandOver {
  readonly #call: LeavingCall;
  readonly #parts: HandOverParts;
  readonly #taken = new Signal<true>();
  readonly #whole = new Signal<true>();
  #arrivedMs = -Infinity;

  constructor(call: LeavingCall, parts: HandOverParts) {
    this.#call = call;
    this.#parts = parts;
  }

  /** The target says that it has claimed the call. */
  taken(): void {
    this.#taken.tell(true);
  }

  /** The target says that its voice session is resumed. */
  whole(): void {
    this.#whole.tell(true);
  }

  /**
   * Once.
   * @throws {SdkError} as of the seal, and of `VoiceConnection.freeze` and `save`: the call goes on here then. SESSION_CLOSED when it is closed meanwhile
   */
  async run(): Promise<HandOverOutcome> {
    await this.#call.freeze();
    const sealed = this.#sealed();
    attempt(() => this.#parts.send(sealed));
    const isTaken = await this.#taken.within(TAKE_LIMIT_MS, this.#parts.clock);
    return isTaken === true ? this.#leave() : this.#goOn();
  }

  #relay(): void {
    const { relay, clock } = this.#parts;
    this.#call.relay({
      datagrams: (datagrams) => {
        this.#arrivedMs = clock.now();
        attempt(() => relay.datagrams(datagrams));
      },
      frame: (frame) => attempt(() => relay.frame(frame)),
    });
  }

  /** Nothing has left this process when that fails. */
  #sealed(): Uint8Array {
    try {
      const out = new FieldWriter(this.#parts.clock.now());
      this.#call.save(out);
      return this.#parts.seal(out.take());
    } catch (error) {
      this.#call.thaw();
      throw error;
    }
  }

  async #goOn(): Promise<HandOverOutcome> {
    const { claims, move } = this.#parts;
    let isOurs: boolean;
    try {
      isOurs = await claims.claim(move.call, move.fence, move.source);
    } catch {
      this.#call.handedOver();
      return "undecided";
    }
    if (!isOurs) return this.#leave();
    this.#call.thaw();
    return "kept";
  }

  /** Only now, because what was passed on cannot be heard here any more. */
  async #leave(): Promise<HandOverOutcome> {
    this.#relay();
    await this.#whole.within(WHOLE_LIMIT_MS, this.#parts.clock);
    await this.#quiet();
    this.#call.handedOver();
    return "taken";
  }

  /** The relay itself ends in time. */
  async #quiet(): Promise<void> {
    const { clock } = this.#parts;
    const begunMs = clock.now();
    const leftMs = (): number => Math.max(begunMs, this.#arrivedMs) + QUIET_MS - clock.now();
    for (let ms = leftMs(); ms > 0; ms = leftMs()) await new Signal().within(ms, clock);
  }
}

/** A pipe that broke must not keep the call from going on. */
function attempt(send: () => void): void {
  try {
    send();
  } catch {
    // the claim decides
  }
}
