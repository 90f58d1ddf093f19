// Renders words by the synthetic voices of flite and espeak-ng, and keeps what it has rendered.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const espeak =
  (voice) =>
  (text, file, { isLevel }) => [
    "espeak-ng",
    ["-m", "-v", voice, "-s", "165", "-w", file, isLevel ? `<prosody range="0">${text}</prosody>` : text],
  ];
const flite =
  (voice) =>
  (text, file, { isLevel }) => [
    "flite",
    ["-voice", voice, ...(isLevel ? ["--setf", "int_f0_target_stddev=2"] : []), "-t", text, "-o", file],
  ];

/** The command that renders a text, by voice. */
const VOICES = {
  "flite-awb": flite("awb"),
  "flite-kal16": flite("kal16"),
  "flite-rms": flite("rms"),
  "flite-slt": flite("slt"),
  "espeak-us": espeak("en-us"),
  "espeak-us-f3": espeak("en-us+f3"),
  "espeak-scotland-m3": espeak("en-gb-scotland+m3"),
  "espeak-rp-f2": espeak("en-gb-x-rp+f2"),
};

export const VOICE_NAMES = Object.keys(VOICES);
/** No coefficient was fitted on it. */
export const HELD_OUT_VOICE = "flite-slt";

/** @returns the programs that are not there */
export const missingPrograms = () =>
  ["flite", "espeak-ng"].filter((name) => spawnSync(name, ["--version"]).error !== undefined);

const folder = join(tmpdir(), "sdkpp-conversation-voices");

/**
 * Renders a text, without the silence around it.
 * @param isLevel without melody, as people hesitate
 * @returns { rate, samples } in ±1
 */
export function render(voice, text, { isLevel = false } = {}) {
  mkdirSync(folder, { recursive: true });
  const digest = createHash("sha256").update(`${voice}|${text}|${isLevel}`).digest("hex").slice(0, 24);
  const file = join(folder, `${digest}.wav`);
  if (!existsSync(file)) {
    const fresh = `${file}.${process.pid}`;
    const [program, args] = VOICES[voice](text, fresh, { isLevel });
    execFileSync(program, args, { stdio: "ignore" });
    renameSync(fresh, file);
  }
  return trimmed(readWav(readFileSync(file)));
}

/** PCM of 16 bits, mono. */
function readWav(bytes) {
  const rate = bytes.readUInt32LE(24);
  const at = bytes.indexOf("data") + 8;
  const samples = new Float32Array((bytes.length - at) >> 1);
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = bytes.readInt16LE(at + 2 * index) / 32768;
  return { rate, samples };
}

const QUIET = 0.01; // of the loudest, -40 dB

function trimmed({ rate, samples }) {
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  const isLoud = (value) => Math.abs(value) > loudest * QUIET;
  const first = samples.findIndex(isLoud);
  const last = samples.findLastIndex(isLoud);
  return { rate, samples: samples.slice(first, last + 1) };
}
