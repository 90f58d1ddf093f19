import type { VoiceMedia } from "../call/index.js";
import type { SoundOrder } from "./messages.js";

type Sound = (SoundOrder & { type: "subscribe" })["sound"];

/** Where sound of the others is asked for. */
export type SoundMedia = Pick<VoiceMedia, "subscribe" | "unsubscribe" | "openPcmOutput" | "closeOutput">;

/** Which sound is wanted of a call in a voice process: said to each process that has it. */
export class HostedSound {
  readonly #call: string;
  readonly #send: (order: SoundOrder) => void;
  readonly #wanted = new Map<bigint, { readonly sound: Sound; readonly tag: number }>();
  #isMixWanted = false;

  constructor(call: string, send: (order: SoundOrder) => void) {
    this.#call = call;
    this.#send = send;
  }

  /** For the receiver and the recording of this process. */
  get media(): SoundMedia {
    return {
      subscribe: (userId, sound, tag) => {
        this.#wanted.set(userId, { sound, tag });
        this.#send({ type: "subscribe", call: this.#call, userId, sound, tag });
      },
      unsubscribe: (userId) => {
        this.#wanted.delete(userId);
        this.#send({ type: "unsubscribe", call: this.#call, userId });
      },
      openPcmOutput: () => this.#wantMix(true),
      closeOutput: () => this.#wantMix(false),
    };
  }

  /** To a process that has just got the call. */
  again(): void {
    for (const [userId, { sound, tag }] of this.#wanted)
      this.#send({ type: "subscribe", call: this.#call, userId, sound, tag });
    if (this.#isMixWanted) this.#wantMix(true);
  }

  #wantMix(isWanted: boolean): void {
    this.#isMixWanted = isWanted;
    this.#send({ type: "mix", call: this.#call, isWanted });
  }
}
