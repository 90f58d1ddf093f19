import { booleanArgument, enumArgument, integerArgument, numberArgument } from "../../argument.js";
import { ClientThread } from "../../../enums/index.js";
import type { Feature } from "../../core/events/feature.js";
import type { VoiceSettings } from "../../core/devices/voice-settings.js";

/** The calls, as far as their common settings go. */
export interface VoiceControl {
  readonly settings: Readonly<VoiceSettings>;
  changeSettings(change: Partial<VoiceSettings>): void;
  setThreadPriority(priority: number): void;
}

/** The settings that all calls of the client share. */
export class VoiceSettingsArea implements Feature {
  readonly #calls: VoiceControl;

  constructor(calls: VoiceControl) {
    this.#calls = calls;
  }

  get current(): Readonly<VoiceSettings> {
    return this.#calls.settings;
  }

  setSelfMuteAll(mute: boolean): void {
    this.#calls.changeSettings({ selfMuteAll: booleanArgument("mute", mute) });
  }

  setSelfDeafAll(deaf: boolean): void {
    this.#calls.changeSettings({ selfDeafAll: booleanArgument("deaf", deaf) });
  }

  setInputVolume(inputVolume: number): void {
    this.#calls.changeSettings({ inputVolume: numberArgument("inputVolume", inputVolume, 0, 100) });
  }

  setOutputVolume(outputVolume: number): void {
    this.#calls.changeSettings({ outputVolume: numberArgument("outputVolume", outputVolume, 0, 200) });
  }

  setNoInputThreshold(dBFSThreshold: number): void {
    const noInputThreshold = numberArgument("dBFSThreshold", dBFSThreshold, -100, 100);
    this.#calls.changeSettings({ noInputThreshold });
  }

  /** Sets the priority of the media threads only; the other two are the thread that runs JavaScript. */
  setThreadPriority(thread: ClientThread, priority: number): void {
    const which = enumArgument("thread", ClientThread, thread);
    const value = integerArgument("priority", priority, -0x80000000, 0x7fffffff);
    if (which === ClientThread.Voice) this.#calls.setThreadPriority(value);
  }
}
