import type { NativeVoiceSession } from "../../native/index.js";
import type { Clock } from "../../net/index.js";
import { SdkError } from "../../wire/index.js";
import { DatagramRelay } from "./datagram-relay.js";
import { FrameRelay, type GatewayFrame } from "./frame-relay.js";
import { HeldDatagrams } from "./held-datagrams.js";
import { HeldInputs, type Input } from "./held-inputs.js";

/** Where what arrives at a call goes that stands still. */
export interface Relay {
  /** what `deliverDatagrams` takes */
  datagrams(datagrams: Uint8Array): void;
  frame(frame: GatewayFrame): void;
}

type Native = Pick<NativeVoiceSession, "freeze" | "takeDatagrams" | "deliverDatagrams">;

/**
 * A call that another process may go on with. Its inputs wait, for the case that it goes on here; what arrives is passed on, for the
 * case that it goes on there.
 */
export class StandingStill {
  readonly #native: Native;
  readonly #clock: Clock;
  readonly #held = new HeldInputs();
  #frames: FrameRelay | undefined;
  #datagrams: DatagramRelay | undefined;
  /** Undefined when a call of another process is about to begin: what comes for it is its own. */
  #delivered: HeldDatagrams | undefined;
  #notFrozen: ((error: Error) => void) | undefined;

  constructor(native: Native, clock: Clock) {
    this.#native = native;
    this.#clock = clock;
  }

  get isHolding(): boolean {
    return this.#held.isHolding;
  }

  /** @throws {SdkError} SESSION_CLOSED when it is closed meanwhile. @throws Error (code SESSION_FROZEN) */
  async begin(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#native.freeze(resolve);
      this.#notFrozen = reject;
      this.#frames = new FrameRelay();
      this.#delivered = new HeldDatagrams();
      this.#held.hold();
    });
    this.#notFrozen = undefined;
  }

  /** A call of another process begins so. */
  hold(): void {
    this.#held.hold();
  }

  /** @returns whether the input waits: it is not to be carried out now */
  take(input: Input): boolean {
    return this.#held.take(input);
  }

  /** A frame of the voice gateway: besides waiting as an input it is passed on. */
  passOn(frame: GatewayFrame): void {
    this.#frames?.pass(frame);
  }

  /** Datagrams that came where the call was before this place. */
  deliver(datagrams: Uint8Array): void {
    if (this.#delivered === undefined) this.#native.deliverDatagrams(datagrams);
    else this.#delivered.take(datagrams);
  }

  /** Until {@link release} or {@link finish}; datagrams for 2 s at most. @throws Error (code SESSION_NOT_FROZEN) */
  relay(to: Relay): void {
    this.#datagrams?.stop();
    this.#datagrams = new DatagramRelay(this.#native, this.#clock, (datagrams) => to.datagrams(datagrams));
    this.#delivered?.start((datagrams) => to.datagrams(datagrams));
    this.#frames?.start((frame) => to.frame(frame));
  }

  /** It goes on here. @returns the inputs that waited */
  release(): Input[] {
    this.#delivered?.start((datagrams) => this.#native.deliverDatagrams(datagrams));
    this.#stop();
    return this.#held.release();
  }

  /** It goes on there: what came last is passed on, too. */
  finish(): void {
    this.#datagrams?.finish();
    this.#stop();
  }

  /** It is closed. */
  end(): void {
    this.#stop();
    this.#held.release();
    this.#notFrozen?.(
      new SdkError("SESSION_CLOSED", "This voice connection was closed before it was frozen"),
    );
  }

  #stop(): void {
    this.#datagrams?.stop();
    this.#datagrams = undefined;
    this.#delivered = undefined;
    this.#frames = undefined;
  }
}
