import { readFile } from "node:fs/promises";
import { ArgumentError } from "sdkpp";
import { within, wrong } from "../arguments.js";
import type { Random } from "./random.js";
import { readWav, writeWav, type Samples } from "./wav.js";

/** A sine wave. */
export interface Tone {
  /** 50 to 8,000 */
  readonly hz: number;
  /** how long it is spoken, 0.1 to 60; default 10 */
  readonly seconds?: number;
}

/** A sound that people speak: the path, the address (`file:`) or the bytes of a WAV file, or a tone. */
export type Sound = string | URL | Uint8Array | Tone;

const TONE_RATE = 48_000;
const TONE_AMPLITUDE = 0.25;
const TONE_SECONDS = 10;

/** @param phase of a tone */
export async function wavOf(sound: Sound, phase: Random): Promise<Uint8Array> {
  const tone = toneOf(sound);
  if (tone !== undefined) return writeWav(samplesOfTone(tone, phase() * 2 * Math.PI));
  const bytes = await bytesOf(sound);
  readSamples(bytes);
  return bytes;
}

/** The samples of a file. @throws {ArgumentError} when it is no WAV file */
export async function samplesOf(sound: Exclude<Sound, Tone>): Promise<Samples> {
  return readSamples(await bytesOf(sound));
}

/** @returns undefined for a file @throws {ArgumentError}, {ArgumentRangeError} */
export function toneOf(sound: Sound): Tone | undefined {
  if (
    typeof sound !== "object" ||
    (sound as unknown) === null ||
    sound instanceof URL ||
    sound instanceof Uint8Array
  )
    return undefined;
  const { hz, seconds = TONE_SECONDS } = sound;
  within("sound.hz", hz, 50, 8_000);
  within("sound.seconds", seconds, 0.1, 60);
  return sound;
}

function samplesOfTone({ hz, seconds = TONE_SECONDS }: Tone, phase: number): Samples {
  const step = (2 * Math.PI * hz) / TONE_RATE;
  const data = Float32Array.from(
    { length: Math.round(seconds * TONE_RATE) },
    (_, at) => TONE_AMPLITUDE * Math.sin(phase + at * step),
  );
  return { sampleRate: TONE_RATE, data };
}

async function bytesOf(sound: Sound): Promise<Uint8Array> {
  if (sound instanceof Uint8Array) return sound;
  if (typeof sound === "string" || sound instanceof URL) return readFile(sound);
  throw wrong("sound", "a path, a URL, the bytes of a WAV file, or a tone", sound);
}

function readSamples(bytes: Uint8Array): Samples {
  try {
    return readWav(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArgumentError("sound", "a WAV file", `something else (${reason})`);
  }
}
