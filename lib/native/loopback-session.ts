import type { NativeAddon, NativeVoiceSession } from "./addon.js";
import { createSession } from "./create.js";

export interface LoopbackParts {
  readonly addon: NativeAddon;
  /** milliseconds */
  readonly now: () => number;
  /** 32 random bytes */
  readonly seed: Uint8Array;
  /** the input's level, dBFS, some 17 times a second */
  readonly level: (dbfs: number) => void;
}

const NO_USER = 0n;

/** A media session that plays its input on its own output, and is never connected: somebody tries a microphone. */
export class LoopbackSession {
  readonly media: NativeVoiceSession;
  readonly #parts: LoopbackParts;
  #isOver = false;

  /** @throws {SdkError} MEDIA_UNAVAILABLE */
  constructor(parts: LoopbackParts) {
    this.#parts = parts;
    this.media = createSession(parts.addon, {
      userId: NO_USER,
      seed: parts.seed,
      preferredMode: "",
      recovery: "full",
      admission: "always",
      start: "running",
      onWake: () => this.#drain(),
    });
    this.media.setLoopback(true);
    this.media.setLevelReports(true);
  }

  close(): void {
    this.#isOver = true;
    this.media.close();
  }

  #drain(): void {
    while (!this.#isOver) {
      const output = this.media.poll(this.#parts.now());
      if (output === undefined) return;
      if (output.type === "inputLevel") this.#parts.level(output.dbfs);
    }
  }
}
