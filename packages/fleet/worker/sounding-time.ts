import type { AudioPlayerStatus } from "sdkpp/voice";

const FRAME_MS = 20;

/** Counts the frames that were due while a player sounded, by its statuses. Pure: time is an argument. */
export class SoundingTime {
  #status: AudioPlayerStatus = "idle";
  #sinceMs = 0;
  #playingMs = 0;
  #starvingMs = 0;

  /** The player has another status. @param nowMs of any clock that does not go back */
  changed(status: AudioPlayerStatus, nowMs: number): void {
    this.#pass(nowMs);
    this.#status = status;
  }

  /** Frames of 20 ms until now. */
  frames(nowMs: number): { expected: number; starved: number } {
    this.#pass(nowMs);
    const starved = Math.round(this.#starvingMs / FRAME_MS);
    return { expected: Math.round(this.#playingMs / FRAME_MS) + starved, starved };
  }

  #pass(nowMs: number): void {
    const passed = nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
    if (this.#status === "playing") this.#playingMs += passed;
    if (this.#status === "buffering") this.#starvingMs += passed;
  }
}
