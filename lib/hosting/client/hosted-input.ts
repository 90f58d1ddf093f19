import type { NativeAudioSystem, NativeDeviceChanged } from "../../native/index.js";
import type { SentDevice, SentInput } from "./messages.js";
import { SampleLog } from "./sample-log.js";

export interface HostedInputParts {
  readonly call: string;
  send(
    order:
      | { type: "input"; call: string; input: SentInput }
      | { type: "samples"; call: string; input: number; samples: Int16Array }
      | { type: "endInput"; call: string; input: number },
  ): void;
  device(system: NativeAudioSystem, id: string, changed: NativeDeviceChanged): SentDevice;
}

type File = Pick<SentInput & { type: "wav" }, "file" | "loop">;
type Present =
  | { readonly type: "none" }
  | { readonly type: "device"; readonly device: SentDevice }
  | ({ readonly type: "wav" | "ogg" } & File)
  | { readonly type: "pcm"; readonly log: SampleLog; isEnded: boolean };

/** The source of a game's call in a voice process: it goes on in the next one. */
export class HostedInput {
  readonly #parts: HostedInputParts;
  #id = 0;
  #present: Present | undefined;

  constructor(parts: HostedInputParts) {
    this.#parts = parts;
  }

  /** Counts the sources. */
  get id(): number {
    return this.#id;
  }

  /** For the process that is to go on with it; undefined: there never was one. */
  get sent(): SentInput | undefined {
    const [id, present] = [this.#id, this.#present];
    if (present?.type !== "pcm") return present && { id, ...present };
    const { log, isEnded } = present;
    const { sampleRate, channels, kept } = log;
    return { id, type: "pcm", sampleRate, channels, ...kept, isEnded };
  }

  /** Whether a source that this process gives plays, as far as is known. */
  get isPlaying(): boolean {
    const present = this.#present;
    return present?.type === "pcm"
      ? present.log.isWaiting
      : present?.type === "wav" || present?.type === "ogg";
  }

  openFile(type: "wav" | "ogg", file: Uint8Array, loop: boolean): void {
    this.#open({ type, file: file.slice(), loop });
  }

  openDevice(system: NativeAudioSystem, id: string, changed: NativeDeviceChanged): void {
    this.#open({ type: "device", device: this.#parts.device(system, id, changed) });
  }

  openPcm(sampleRate: number, channels: 1 | 2): void {
    this.#open({ type: "pcm", log: new SampleLog(sampleRate, channels), isEnded: false });
  }

  /** @returns samples per channel accepted */
  write(samples: Int16Array): number {
    const present = this.#present;
    if (present?.type !== "pcm" || present.isEnded) return 0;
    const taken = present.log.write(samples);
    if (taken.length > 0)
      this.#parts.send({ type: "samples", call: this.#parts.call, input: this.#id, samples: taken });
    return taken.length / present.log.channels;
  }

  /** Ends the source; queued samples still play. */
  finish(): void {
    if (this.#present?.type === "pcm") this.#present.isEnded = true;
    this.#parts.send({ type: "endInput", call: this.#parts.call, input: this.#id });
  }

  close(): void {
    this.#open({ type: "none" });
  }

  played(input: number, positionMs: number): void {
    if (input === this.#id && this.#present?.type === "pcm") this.#present.log.played(positionMs);
  }

  /** @returns whether it was the present one */
  ended(input: number): boolean {
    if (input !== this.#id) return false;
    this.#present = { type: "none" };
    return true;
  }

  #open(present: Present): void {
    this.#id += 1;
    this.#present = present;
    const { sent: input } = this;
    if (input !== undefined) this.#parts.send({ type: "input", call: this.#parts.call, input });
  }
}
