// What the native tool wrote of the dialogues: frames, and the truth beside them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** As FrameRecord in bench/native/conversation/files.h. */
const FEATURES = 13;
const BANDS = 18;
const SAMPLES = 160;
const HEAD = 36;
const SIZE = Math.ceil((HEAD + 4 * (FEATURES + BANDS) + 2 * SAMPLES) / 8) * 8;

export const namesIn = (folder) =>
  readFileSync(join(folder, "index.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0]);

export const labelsOf = (folder, name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));

/** @returns frames with times in ms, and the truth of the speaker, see `active` in dialogues.mjs */
export function framesOf(folder, name, { withSamples = false } = {}) {
  const bytes = readFileSync(join(folder, `${name}.frames`));
  const active = readFileSync(join(folder, `${name}.active`));
  return Array.from({ length: bytes.length / SIZE }, (_, index) => {
    const at = index * SIZE;
    const number = (offset) => bytes.readFloatLE(at + offset);
    const time = bytes.readDoubleLE(at);
    return {
      time: time / 48,
      wall: bytes.readDoubleLE(at + 8),
      probability: number(16),
      level: number(20),
      pitch: number(24),
      isConcealed: number(28) > 0,
      isLoud: number(32) > 0,
      features: Float32Array.from({ length: FEATURES }, (__, feature) => number(HEAD + 4 * feature)),
      bands: Float32Array.from({ length: BANDS }, (__, band) => number(HEAD + 4 * (FEATURES + band))),
      // the codec is late by 312 samples; the window of the measures has its middle where the frame begins
      truth: active[Math.floor((time - 312) / 480)] ?? 0,
      samples:
        withSamples &&
        new Int16Array(bytes.buffer, bytes.byteOffset + at + HEAD + 4 * (FEATURES + BANDS), SAMPLES),
    };
  });
}

/** The truth of a dialogue: its labels, and where each turn was heard last. */
export function dialogueOf(folder, name) {
  const labels = labelsOf(folder, name);
  const active = readFileSync(join(folder, `${name}.active`));
  const heardEnded = ({ began, ended }) => {
    let frame = Math.floor(ended / 10);
    while (active[frame] !== 1 && frame > began / 10) frame -= 1;
    return (frame + 1) * 10;
  };
  return {
    name,
    active,
    ...labels,
    turns: labels.turns.map((turn) => ({ ...turn, heardEnded: heardEnded(turn) })),
  };
}
