// Writes curves.md: node bench/conversation/curves.mjs FOLDER-OF-FVAD, where npm has installed @echogarden/fvad-wasm.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "prettier";
import {
  bargeInCurve,
  energyTimer,
  hear,
  heldOut,
  ourCurve,
  perfectTimer,
  webrtcTimer,
} from "./measured.mjs";

const { resolve } = createRequire(join(argv[2], "package.json"));
const { default: createFvad } = await import(pathToFileURL(resolve("@echogarden/fvad-wasm")).href);
const folder = hear();

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const ms = (value) => (Number.isFinite(value) ? value.toFixed(0) : "not told");
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function turns(title, setting, curve) {
  const head = [setting, "false cut-offs", "turns cut off", "p50 ms", "p90 ms", "p50 ms at the listener"];
  const rows = curve.map((point) => [
    point.threshold ?? point.silenceMs,
    percent(point.falseCuts),
    percent(point.cutTurns),
    ms(point.p50),
    ms(point.p90),
    ms(point.wallP50),
  ]);
  return `### ${title}\n\n${table(head, rows)}`;
}

function interruptions(title, curve) {
  const head = [
    "speech ms",
    "decision p50 ms",
    "p99 ms",
    "backchannels that interrupt",
    "by noise, a minute",
  ];
  const rows = curve.map((point) => [
    point.minSpeechMs,
    ms(point.p50),
    ms(point.p99),
    percent(point.falseBackchannels),
    point.falseNoisesPerMinute.toFixed(2),
  ]);
  return `### ${title}\n\n${table(head, rows)}`;
}

const dialogues = heldOut(folder);
const pauses = dialogues.flatMap(({ turns: all }) => all.flatMap(({ pauses: within }) => within)).length;
const text = `# Conversation: curves on synthetic voices

Written by \`node bench/conversation/curves.mjs\`. Nothing here was tried on real voices or microphones.

## Ends of turns

${dialogues.length} held-out dialogues, ${dialogues.length * 5} turns, ${pauses} pauses within sentences. A false cut-off is an end that is
told before a turn is over, counted per pause. Delays are from the last sample of a turn to the sound with which its
end is decided; at the listener, network and jitter buffer come on top. "not told": before the next sound.

${turns("Our policy", "threshold", ourCurve(folder, "melody"))}

${turns("Our policy without prosody", "threshold", ourCurve(folder, "lengths"))}

${turns("A silence timer over an energy detector", "silence ms", energyTimer(folder))}

${turns("A silence timer over @echogarden/fvad-wasm 0.2.0, mode 3", "silence ms", await webrtcTimer(folder, createFvad))}

${turns("A silence timer over perfect voice activity", "silence ms", perfectTimer(folder))}

## Interruptions

Delays are from the given length of speech, soft parts counted, to the sound with which it is decided.

${interruptions("All dialogues", bargeInCurve(folder))}

${interruptions(
  "Without babble",
  bargeInCurve(folder, ({ noise }) => noise !== "babble"),
)}
`;
const file = fileURLToPath(new URL("curves.md", import.meta.url));
writeFileSync(file, await format(text, { parser: "markdown", printWidth: 118 }));
