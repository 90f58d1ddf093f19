import type { NativeVoiceSession } from "../../native/index.js";
import { DeadlineTimer, type Clock } from "../../net/index.js";

/** How often the sockets of the frozen call are read, milliseconds: a jitter buffer hardly notices. */
const EVERY_MS = 5;
/** The voice server has learnt the new address long before, milliseconds. */
const LIMIT_MS = 2000;
/** Batches that are read at once: a flood must not keep the thread. */
const BATCHES = 8;

/**
 * Until the voice server has learnt where a call is that moved, sound for it arrives where it was. What comes there goes on
 * to the new place.
 */
export class DatagramRelay {
  readonly #native: Pick<NativeVoiceSession, "takeDatagrams">;
  readonly #clock: Clock;
  readonly #send: (datagrams: Uint8Array) => void;
  readonly #timer: DeadlineTimer;
  readonly #endMs: number;

  /** @param send gets datagrams as `deliverDatagrams` takes them */
  constructor(
    native: Pick<NativeVoiceSession, "takeDatagrams">,
    clock: Clock,
    send: (datagrams: Uint8Array) => void,
  ) {
    this.#native = native;
    this.#clock = clock;
    this.#send = send;
    this.#endMs = clock.now() + LIMIT_MS;
    this.#timer = new DeadlineTimer(clock, () => this.#read());
    this.#read();
  }

  stop(): void {
    this.#timer.set(undefined);
  }

  /** The sockets are about to close: what came since they were read last is passed on. */
  finish(): void {
    this.#pass();
    this.stop();
  }

  #read(): void {
    this.#pass();
    const now = this.#clock.now();
    if (now < this.#endMs) this.#timer.set(now + EVERY_MS);
  }

  #pass(): void {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const datagrams = this.#native.takeDatagrams();
      if (datagrams === undefined) break;
      this.#send(datagrams);
    }
  }
}
