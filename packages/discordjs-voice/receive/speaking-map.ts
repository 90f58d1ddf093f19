import { EventEmitter } from "node:events";

export interface SpeakingEvents {
  /** a user began to speak */
  start: [userId: string];
  /** a user stopped */
  end: [userId: string];
}

/** Who is speaking. */
export class SpeakingMap extends EventEmitter<SpeakingEvents> {
  /** After how many milliseconds without a packet a user has stopped. */
  static readonly DELAY = 100;
  /** By user, when the speech began. */
  readonly users = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** Notes that a packet of a user arrived. */
  onPacket(userId: string): void {
    this.begin(userId);
    clearTimeout(this.#timers.get(userId));
    this.#timers.set(
      userId,
      setTimeout(() => this.finish(userId), SpeakingMap.DELAY),
    );
  }

  /** @internal */
  begin(userId: string): void {
    if (this.users.has(userId)) return;
    this.users.set(userId, Date.now());
    this.emit("start", userId);
  }

  /** @internal */
  finish(userId: string): void {
    clearTimeout(this.#timers.get(userId));
    this.#timers.delete(userId);
    if (this.users.delete(userId)) this.emit("end", userId);
  }
}
