import { booleanArgument } from "../../argument.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { Feature } from "../../core/events/feature.js";
import type { SpeechProcessing, VoiceSettings } from "../../core/devices/voice-settings.js";
import { LoggingSeverity } from "../../../enums/index.js";

const NOT_HERE = "has no effect on desktop systems";
const SOFTWARE = "has no effect: Opus runs in software here";
const TOO_LATE = "comes too late: a call has been started";

/** Which processing of the microphone is on, each as its setter says. */
export interface AudioProcessing {
  readonly echoCancellation: boolean;
  readonly noiseSuppression: boolean;
  readonly noiseCancellation: boolean;
  readonly automaticGainControl: boolean;
}

export interface AudioProcessingParts {
  logs: ClientLogs;
  calls: {
    readonly hasStarted: boolean;
    readonly settings: Readonly<Pick<VoiceSettings, "speech">>;
    changeSettings(change: Partial<Pick<VoiceSettings, "captureDump" | "speech">>): void;
  };
}

/**
 * The switches of processing, and those of systems that this client does not run on, which say in the voice log that they have no
 * effect.
 */
export class AudioProcessingArea implements Feature {
  readonly #parts: AudioProcessingParts;

  constructor(parts: AudioProcessingParts) {
    this.#parts = parts;
  }

  get current(): AudioProcessing {
    const { echo, noise, gain } = this.#parts.calls.settings.speech;
    return {
      echoCancellation: echo,
      noiseSuppression: noise === "suppress",
      noiseCancellation: noise === "cancel",
      automaticGainControl: gain,
    };
  }

  setEchoCancellation(on: boolean): void {
    this.#change({ echo: booleanArgument("on", on) });
  }

  setNoiseSuppression(on: boolean): void {
    this.#switchNoise("suppress", booleanArgument("on", on));
  }

  setNoiseCancellation(on: boolean): void {
    this.#switchNoise("cancel", booleanArgument("on", on));
  }

  setAutomaticGainControl(on: boolean): void {
    this.#change({ gain: booleanArgument("on", on) });
  }

  setAecDump(on: boolean): void {
    this.#parts.calls.changeSettings({ captureDump: booleanArgument("on", on) });
  }

  setOpusHardwareCoding(encode: boolean, decode: boolean): void {
    booleanArgument("encode", encode);
    booleanArgument("decode", decode);
    if (this.#parts.calls.hasStarted) this.#note("setOpusHardwareCoding", TOO_LATE, LoggingSeverity.Error);
    else this.#note("setOpusHardwareCoding", SOFTWARE);
  }

  setEngineManagedAudioSession(isEngineManaged: boolean): void {
    booleanArgument("isEngineManaged", isEngineManaged);
    this.#note("setEngineManagedAudioSession", NOT_HERE);
  }

  /** @returns false: nothing changed */
  setSpeakerMode(speakerMode: boolean): boolean {
    booleanArgument("speakerMode", speakerMode);
    this.#note("setSpeakerMode", NOT_HERE);
    return false;
  }

  /** @returns false: there is no such picker */
  showAudioRoutePicker(): boolean {
    this.#note("showAudioRoutePicker", NOT_HERE);
    return false;
  }

  /** Suppression and cancellation exclude each other; switching off what is not on changes nothing. */
  #switchNoise(reduction: "suppress" | "cancel", on: boolean): void {
    const { noise } = this.#parts.calls.settings.speech;
    if (on) this.#change({ noise: reduction });
    else if (noise === reduction) this.#change({ noise: "keep" });
  }

  #change(change: Partial<SpeechProcessing>): void {
    const { calls } = this.#parts;
    calls.changeSettings({ speech: { ...calls.settings.speech, ...change } });
  }

  #note(member: string, what: string, severity: LoggingSeverity = LoggingSeverity.Warning): void {
    this.#parts.logs.write("voice", severity, `${member} ${what}`);
  }
}
