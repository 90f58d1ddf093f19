import type { Playback, VoiceSession } from "sdkpp/voice";

/** Opus packets that a program sends one by one. */
export class OpusOutlet {
  readonly #packets: Uint8Array[] = [];
  #wake: () => void = () => undefined;
  #isOver = false;
  readonly #playback: Playback;

  constructor(session: VoiceSession) {
    this.#playback = session.play({ type: "opus", packets: this.#read() });
    const over = (): void => {
      this.#isOver = true;
    };
    this.#playback.ended.then(over, over);
  }

  /** Something else took its place. */
  get isOver(): boolean {
    return this.#isOver;
  }

  send(packet: Buffer): void {
    this.#packets.push(packet);
    this.#wake();
  }

  close(): void {
    this.#playback.stop();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      for (let next = this.#packets.shift(); next !== undefined; next = this.#packets.shift()) yield next;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
