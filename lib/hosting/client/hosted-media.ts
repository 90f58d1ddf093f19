import type { CallMedia } from "../../call/index.js";
import type { NativeDeviceChanged } from "../../native/index.js";
import type { SoundMedia } from "../hosted-sound.js";
import { HostedDevices } from "./hosted-devices.js";
import { HostedInput } from "./hosted-input.js";
import { HostedSettings } from "./hosted-settings.js";
import { refuseCallbacks } from "./refuse-callbacks.js";
import type { LobbyOrder, LobbyState, SentDevice } from "./messages.js";
import { MixRecording } from "./mix-recording.js";

export interface HostedMediaParts {
  readonly call: string;
  readonly sound: SoundMedia;
  readonly send: (order: LobbyOrder) => void;
}

/** Settings, source and outputs of a game's call in a voice process: as they are now, they go to the next one. */
export class HostedMedia {
  readonly #parts: HostedMediaParts;
  readonly #settings: HostedSettings;
  readonly #devices = new HostedDevices();
  readonly #input: HostedInput;
  #microphone: SentDevice | undefined;
  #output: SentDevice | undefined;
  #recording: MixRecording | undefined;
  #dumpEnded: (error: string) => void = () => undefined;
  /** As the addon has it. */
  readonly media: CallMedia;

  constructor(parts: HostedMediaParts) {
    this.#parts = parts;
    const { call, send } = parts;
    this.#settings = new HostedSettings((setting) => send({ type: "set", call, setting }));
    this.#input = new HostedInput({
      call,
      send,
      device: (...device) => (this.#microphone = this.#devices.open(...device, this.#microphone)),
    });
    this.media = this.#makeMedia();
  }

  get state(): Pick<LobbyState, "settings" | "input" | "output"> {
    return { settings: this.#settings.all, input: this.#input.sent, output: this.#output };
  }

  /** Whether a source that this process gives plays, as far as is known. */
  get isPlaying(): boolean {
    return this.#input.isPlaying;
  }

  playOgg(file: Uint8Array, loop: boolean): void {
    this.#input.openFile("ogg", file, loop);
  }

  received(batch: ArrayBuffer): void {
    this.#recording?.hear(batch);
  }

  deviceChanged(opening: number, change: Parameters<NativeDeviceChanged>): void {
    this.#devices.changed(opening, change);
  }

  /** @returns whether it was the present one */
  inputEnded(input: number): boolean {
    return this.#input.ended(input);
  }

  played(input: number, positionMs: number): void {
    this.#input.played(input, positionMs);
  }

  dumpEnded(error: string): void {
    this.#dumpEnded(error);
  }

  /** The call was joined anew. */
  beginsAnew(): void {
    this.#recording?.beginsAnew();
  }

  /** The call is over. */
  end(): void {
    this.#recording?.end();
    this.#recording = undefined;
  }

  #makeMedia(): CallMedia {
    const input = this.#input;
    return {
      ...this.#settings.setters,
      openWavInput: (file, loop) => input.openFile("wav", file, loop),
      openPcmInput: (sampleRate, channels) => input.openPcm(sampleRate, channels),
      writePcm: (samples) => input.write(samples),
      endInput: () => input.finish(),
      closeInput: () => input.close(),
      openDeviceInput: (system, id, changed) => input.openDevice(system, id, changed),
      openDeviceOutput: (system, id, changed) =>
        this.#useOutput(this.#devices.open(system, id, changed, this.#output)),
      closeDeviceOutput: () => {
        this.#devices.close(this.#output);
        this.#useOutput(undefined);
      },
      openWavOutput: (path, ended) => this.#begin(path, ended),
      closeOutput: () => this.#record(undefined),
      startCaptureDump: (...[captured, played, processed, ended]) => {
        this.#dumpEnded = ended;
        this.#dump([captured, played, processed]);
      },
      stopCaptureDump: () => this.#dump(undefined),
      setAudioCallbacks: refuseCallbacks,
    };
  }

  #useOutput(device: SentDevice | undefined): void {
    this.#output = device;
    this.#parts.send({ type: "output", call: this.#parts.call, device });
  }

  #begin(path: string, ended: (error: string) => void): void {
    const recording = new MixRecording(path, (error) => {
      if (this.#recording === recording) this.#record(undefined);
      ended(error);
    });
    this.#record(recording);
  }

  #record(recording: MixRecording | undefined): void {
    const { sound } = this.#parts;
    this.#recording?.end();
    this.#recording = recording;
    if (recording === undefined) sound.closeOutput();
    else sound.openPcmOutput();
  }

  #dump(paths: readonly [string, string, string] | undefined): void {
    this.#parts.send({ type: "dump", call: this.#parts.call, paths });
  }
}
