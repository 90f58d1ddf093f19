import { wavOf } from "./wav-file.mjs";

/** A second of a 480 Hz tone as a WAV file. */
export function toneWav() {
  return wavOf(
    Int16Array.from({ length: 48_000 }, (_, at) => Math.round(8000 * Math.sin((2 * Math.PI * at) / 100))),
  );
}
