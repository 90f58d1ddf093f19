import { booleanArgument } from "../../argument.js";
import type { ClientLogs } from "../../core/client-logs.js";
import type { Feature } from "../../core/feature.js";
import { LoggingSeverity } from "../../enums.js";

/** What the switches wait for: their stages of processing do not exist yet. */
const LATER = "has no effect yet: the microphone passes a high-pass and a limiter only";
const NOT_HERE = "has no effect on desktop systems";
const SOFTWARE = "has no effect: Opus runs in software here";
const TOO_LATE = "comes too late: a call has been started";

export interface AudioProcessingParts {
  logs: ClientLogs;
  calls: { readonly hasStarted: boolean; changeSettings(change: { captureDump: boolean }): void };
}

/** How the microphone is processed. */
interface Processing {
  echoCancellation: boolean;
  noiseSuppression: boolean;
  noiseCancellation: boolean;
  automaticGainControl: boolean;
}

/** The switches of processing, and those of systems that this client does not run on. Each says in the voice log what it does. */
export class AudioProcessingArea implements Feature {
  readonly #parts: AudioProcessingParts;
  readonly #processing: Processing = {
    echoCancellation: true,
    noiseSuppression: true,
    noiseCancellation: false,
    automaticGainControl: true,
  };

  constructor(parts: AudioProcessingParts) {
    this.#parts = parts;
  }

  get current(): Readonly<Processing> {
    return this.#processing;
  }

  setEchoCancellation(on: boolean): void {
    this.#processing.echoCancellation = booleanArgument("on", on);
    this.#note("setEchoCancellation", LATER);
  }

  setNoiseSuppression(on: boolean): void {
    this.#processing.noiseSuppression = booleanArgument("on", on);
    if (on) this.#processing.noiseCancellation = false;
    this.#note("setNoiseSuppression", LATER);
  }

  /** The two exclude each other. */
  setNoiseCancellation(on: boolean): void {
    this.#processing.noiseCancellation = booleanArgument("on", on);
    if (on) this.#processing.noiseSuppression = false;
    this.#note("setNoiseCancellation", LATER);
  }

  setAutomaticGainControl(on: boolean): void {
    this.#processing.automaticGainControl = booleanArgument("on", on);
    this.#note("setAutomaticGainControl", LATER);
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

  #note(member: string, what: string, severity: LoggingSeverity = LoggingSeverity.Warning): void {
    this.#parts.logs.write("voice", severity, `${member} ${what}`);
  }
}
