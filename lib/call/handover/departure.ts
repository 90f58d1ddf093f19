import type { Clock } from "../../net/index.js";
import {
  PIPE_KEY_BYTES,
  PipeCipher,
  savedFields,
  sealCall,
  writeOffer,
  type FieldWriter,
  type MoveParts,
  type Offer,
  type PipeMessage,
} from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import type { VoiceConnection } from "../voice-connection.js";
import { ClaimTable, type Claims } from "./claims.js";
import { HandOver, type HandOverOutcome, type LeavingCall } from "./hand-over.js";
import { MoveLink, type LinkListener, type MoveChannel, type OpenKind } from "./move-link.js";
import { Signal } from "./signal.js";

/** What is sealed: the key of the pipe, and what the call saved. */
export const RECORD_FIELDS = savedFields({ pipeKey: 1, call: 2 });

/** A process waits so long for another one that wants the call, milliseconds. It has the call meanwhile. */
const INVITATION_LIMIT_MS = 10_000;
/** So long a target may still ask, milliseconds: what it was invited with has expired then. */
const LATE_LIMIT_MS = 10_000;

export type DepartingCall = LeavingCall & Pick<VoiceConnection, "sendFrame">;

export interface DepartureParts extends MoveParts {
  /** with the fence of the next owner */
  readonly offer: Offer;
  readonly channel: MoveChannel;
  /** decide who has the call; default: this process, as long as it lives */
  readonly claims: Claims | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** a message that was dropped, for a developer */
  dropped(error: unknown): void;
}

/** A call that goes to the process at the other end of a channel. */
export class Departure {
  readonly #call: DepartingCall;
  readonly #parts: DepartureParts;
  readonly #claims: Claims;
  readonly #link: MoveLink;
  readonly #invited = new Signal<Uint8Array>();
  #handOver: HandOver | undefined;
  /** Said before the call has left. */
  #early: string[] | undefined = [];

  constructor(call: DepartingCall, parts: DepartureParts) {
    this.#call = call;
    this.#parts = parts;
    this.#claims = parts.claims ?? new ClaimTable();
    const listener: LinkListener = {
      opened: (kind, bytes) => this.#opened(kind, bytes),
      piped: (message) => void this.#piped(message),
      dropped: (error) => parts.dropped(error),
    };
    this.#link = new MoveLink(parts.channel, listener, parts.random);
  }

  /**
   * Once. The call runs until the other process has invited it.
   * @throws {SdkError} HANDOVER_NOT_WANTED: nobody invited it in time; ABORTED by the signal; as `HandOver.run`. It goes on here then
   */
  async run(): Promise<HandOverOutcome> {
    let outcome: HandOverOutcome | undefined;
    try {
      outcome = await this.#run();
      return outcome;
    } finally {
      if (outcome === "kept") this.#parts.clock.schedule(LATE_LIMIT_MS, () => this.#link.end());
      else this.#link.end();
    }
  }

  /** What the host of the call says goes to the process that goes on with it. */
  tell(json: string): void {
    if (this.#early === undefined) this.#say({ type: "event", json });
    else this.#early.push(json);
  }

  async #run(): Promise<HandOverOutcome> {
    const { offer, authenticity, clock, signal } = this.#parts;
    this.#link.send("offer", writeOffer(offer, authenticity));
    const invitation = await this.#invited.within(INVITATION_LIMIT_MS, clock, signal);
    if (invitation === undefined && signal?.aborted === true)
      throw new SdkError("ABORTED", `call ${offer.call}: handing it over was aborted; it goes on here`);
    if (invitation === undefined)
      throw new SdkError(
        "HANDOVER_NOT_WANTED",
        `call ${offer.call}: expected another process to take it within ${String(INVITATION_LIMIT_MS / 1000)} s, received nothing; it goes on here`,
      );
    this.#handOver = this.#handOverTo(invitation);
    return this.#handOver.run();
  }

  #handOverTo(invitation: Uint8Array): HandOver {
    const { offer, clock } = this.#parts;
    const call: LeavingCall = {
      freeze: () => this.#call.freeze(),
      save: (out) => this.#save(out),
      relay: (to) => this.#call.relay(to),
      thaw: () => this.#call.thaw(),
      handedOver: () => this.#call.handedOver(),
    };
    return new HandOver(call, {
      move: offer,
      claims: this.#claims,
      clock,
      seal: (record) => sealCall(invitation, offer, record, this.#parts),
      send: (sealed) => this.#send(sealed),
      relay: {
        datagrams: (bytes) => this.#link.say({ type: "datagrams", bytes }),
        frame: ({ isText, bytes }) => this.#link.say({ type: isText ? "textFrame" : "binaryFrame", bytes }),
      },
    });
  }

  /** What was said meanwhile comes behind the call. */
  #send(sealed: Uint8Array): void {
    this.#link.send("call", sealed);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const json of early) this.tell(json);
  }

  #save(out: FieldWriter): void {
    const key = this.#parts.random(PIPE_KEY_BYTES);
    out.bytes(RECORD_FIELDS.pipeKey, key);
    this.#link.secure(new PipeCipher(key, "source"));
    key.fill(0);
    out.record(RECORD_FIELDS.call, () => this.#call.save(out));
  }

  #opened(kind: OpenKind, bytes: Uint8Array): void {
    if (kind === "invitation") this.#invited.tell(bytes);
  }

  async #piped(message: PipeMessage): Promise<void> {
    switch (message.type) {
      case "claim":
        return this.#decide();
      case "taken":
        // without claims of others only this process can say so
        if (this.#parts.claims !== undefined) this.#handOver?.taken();
        return;
      case "whole":
        return this.#handOver?.whole();
      case "textFrame":
      case "binaryFrame":
        return this.#call.sendFrame({ isText: message.type === "textFrame", bytes: message.bytes });
      default:
        return undefined;
    }
  }

  async #decide(): Promise<void> {
    // Somebody else decides, and a target that knew whom would not ask here.
    if (this.#parts.claims !== undefined) return this.#say({ type: "claimed", isYours: false });
    const { call, fence } = this.#parts.offer;
    const isYours = await this.#claims.claim(call, fence, "the target");
    this.#say({ type: "claimed", isYours });
    if (isYours) this.#handOver?.taken();
  }

  #say(message: PipeMessage): void {
    try {
      this.#link.say(message);
    } catch (error) {
      this.#parts.dropped(error);
    }
  }
}
