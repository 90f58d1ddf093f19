import { Readable } from "node:stream";
import { SILENCE_FRAME } from "../resource/silence.js";
import { EndBehaviorType, type AudioReceiveStreamOptions, type EndBehavior } from "./end-behavior.js";

/** A minute of packets: a stream that nobody reads would keep all that its user ever says. */
const MOST_WAITING = 3000;

/** The Opus packets of one user, one Buffer each, as they arrive. While a minute of them waits to be read, further ones are dropped. */
export class AudioReceiveStream extends Readable {
  /** When the stream ends by itself. */
  readonly end: EndBehavior;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AudioReceiveStreamOptions) {
    const { end, ...rest } = options;
    super({ ...rest, objectMode: true });
    this.end = end;
  }

  override push(packet: Buffer | null): boolean {
    if (packet !== null && this.#isAlive(packet)) this.#renew();
    if (packet === null) clearTimeout(this.#timer);
    else if (this.readableLength >= MOST_WAITING) return false;
    return super.push(packet);
  }

  override _read(): void {
    return undefined;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  /** Silence keeps a stream open that waits for silence only until the timer runs. */
  #isAlive(packet: Buffer): boolean {
    if (this.end.behavior === EndBehaviorType.Manual) return false;
    const countsSilence = this.end.behavior === EndBehaviorType.AfterInactivity;
    return countsSilence || this.#timer === undefined || !SILENCE_FRAME.equals(packet);
  }

  #renew(): void {
    if (this.end.behavior === EndBehaviorType.Manual) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.push(null), this.end.duration);
  }
}
