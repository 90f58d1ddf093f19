import { ArgumentRangeError } from "../wire/index.js";
import type { NativeAudioSystem } from "./addon.js";

/** Which devices calls use; "off": none, and none is listed. */
export type AudioDevices = NativeAudioSystem | "off";

const CHOICES: readonly string[] = ["system", "null", "off"];
const VARIABLE = "SDKPP_AUDIO_DEVICES";

function isChoice(text: string): text is AudioDevices {
  return CHOICES.includes(text);
}

/**
 * @param given the host option; without it the environment variable `SDKPP_AUDIO_DEVICES` decides, then "system"
 * @throws {ArgumentRangeError} when it is not one of the choices
 */
export function audioDevicesOf(given: string | undefined, name = "audioDevices"): AudioDevices {
  if (given === undefined) return fromEnvironment(process.env[VARIABLE] ?? "");
  if (isChoice(given)) return given;
  throw new ArgumentRangeError(name, '"system", "null" or "off"', String(given));
}

function fromEnvironment(text: string): AudioDevices {
  return text === "" ? "system" : audioDevicesOf(text, VARIABLE);
}
