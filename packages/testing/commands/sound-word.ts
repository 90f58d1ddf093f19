import { readFileSync } from "node:fs";
import { ArgumentError } from "sdkpp";
import type { Tone } from "../sound/sound.js";

const TONE = /^(?<hz>\d+(?:\.\d+)?)hz$/i;

/**
 * A sound as a word of the command line: the path of a WAV file, or a tone such as `440hz`.
 * @param name of the word or option, for the error
 * @param seconds of a tone, as `Tone` has it
 * @throws {ArgumentError}
 */
export function soundOf(name: string, word: string, seconds?: number): Uint8Array | Tone {
  const hz = TONE.exec(word)?.groups?.["hz"];
  if (hz !== undefined) return { hz: Number(hz), ...(seconds !== undefined && { seconds }) };
  try {
    return readFileSync(word);
  } catch (error) {
    throw new ArgumentError(
      name,
      "a WAV file, or a tone such as 440hz",
      `${word} (${(error as Error).message})`,
    );
  }
}
