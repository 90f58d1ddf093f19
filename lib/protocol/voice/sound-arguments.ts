import { ArgumentRangeError } from "../../wire/index.js";
import { choiceArgument, integerArgument, numberArgument, objectArgument } from "../argument.js";

interface Encoder {
  bitrate: number;
  complexity: number;
  application: "voip" | "audio";
  frameMs: 10 | 20 | 40 | 60;
}

const FRAMES_MS: readonly number[] = [10, 20, 40, 60];

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the property, as in `settings.bitrate` */
export function encoderArgument(name: string, settings: Encoder): Encoder {
  const { bitrate, complexity, application, frameMs } = objectArgument(name, settings);
  integerArgument(`${name}.frameMs`, frameMs, 10, 60);
  if (!FRAMES_MS.includes(frameMs))
    throw new ArgumentRangeError(`${name}.frameMs`, `one of ${FRAMES_MS.join(", ")}`, String(frameMs));
  return {
    bitrate: integerArgument(`${name}.bitrate`, bitrate, 6000, 510_000),
    complexity: integerArgument(`${name}.complexity`, complexity, 0, 10),
    application: choiceArgument(`${name}.application`, application, ["voip", "audio"]),
    frameMs,
  };
}

/** Percent of a volume: 100 is normal. @throws {ArgumentError}, {@link ArgumentRangeError} outside 0–200 */
export function volumeArgument(name: string, percent: number): number {
  return numberArgument(name, percent, 0, 200);
}

/** Validates the format of PCM. @throws {ArgumentError}, {@link ArgumentRangeError} outside 8–192 kHz, 1–2 channels */
export function pcmArguments(sampleRate: number, channels: 1 | 2): [sampleRate: number, channels: 1 | 2] {
  integerArgument("channels", channels, 1, 2);
  return [integerArgument("sampleRate", sampleRate, 8000, 192_000), channels];
}
