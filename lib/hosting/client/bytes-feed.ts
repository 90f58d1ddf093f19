import type { VoiceMedia } from "../../call/index.js";
import type { Cancel, Clock } from "../../net/index.js";

/** The queue of the engine lasts longer. */
const TURN_MS = 20;

/** Plays a file in memory from a place in its middle: as a stream, of which the engine leaves out what lies in front. */
export class BytesFeed {
  readonly #media: VoiceMedia;
  readonly #clock: Clock;
  #rest: Uint8Array;
  #cancel: Cancel | undefined;

  constructor(media: VoiceMedia, clock: Clock, file: Uint8Array, startMs: number) {
    this.#media = media;
    this.#clock = clock;
    this.#rest = file;
    media.openStreamInput(Math.round(startMs));
    this.#feed();
  }

  close(): void {
    this.#cancel?.();
  }

  #feed(): void {
    this.#rest = this.#rest.subarray(this.#media.writeInputBytes(this.#rest));
    if (this.#rest.length === 0) this.#media.endInput();
    else this.#cancel = this.#clock.schedule(TURN_MS, () => this.#feed());
  }
}
