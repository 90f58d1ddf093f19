import { EventEmitter } from "node:events";

/** The streams of a user. */
export interface VoiceUserData {
  /** the SSRC of the sound */
  audioSSRC: number;
  userId: string;
  /** the SSRC of the picture */
  videoSSRC?: number;
}

export interface SSRCEvents {
  /** a user is known now */
  create: [newData: VoiceUserData];
  /** something is known of a user, or has changed */
  update: [oldData: VoiceUserData | undefined, newData: VoiceUserData];
  /** a user is gone */
  delete: [deletedData: VoiceUserData];
}

/** Which SSRC belongs to whom. */
export class SSRCMap extends EventEmitter<SSRCEvents> {
  readonly #users = new Map<number, VoiceUserData>();

  /** @internal how many are known */
  get size(): number {
    return this.#users.size;
  }

  /** Adds what is known of a user to what was known of this SSRC. */
  update(data: VoiceUserData): void {
    const before = this.#users.get(data.audioSSRC);
    const now = { ...before, ...data };
    this.#users.set(data.audioSSRC, now);
    if (before === undefined) this.emit("create", now);
    this.emit("update", before, now);
  }

  /** @param target SSRC or user id */
  get(target: number | string): VoiceUserData | undefined {
    if (typeof target === "number") return this.#users.get(target);
    return [...this.#users.values()].find(({ userId }) => userId === target);
  }

  /** @param target SSRC or user id */
  delete(target: number | string): VoiceUserData | undefined {
    const found = this.get(target);
    if (found === undefined) return undefined;
    this.#users.delete(found.audioSSRC);
    this.emit("delete", found);
    return found;
  }
}
