// Finds the coefficients of native/core/turns by the half of the set that is not held out, and writes them.
//   node bench/conversation/fit.mjs voice|turns FOLDER…   after generate.mjs and the native tool
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { isHeldOut } from "./dialogues.mjs";
import { fitLogistic } from "./logistic.mjs";
import { pauseRows } from "./pauses.mjs";
import { dialogueOf, framesOf, namesIn } from "./recordings.mjs";

const room = fileURLToPath(new URL("../../native/core/turns/", import.meta.url));
/** One frame in so many; neighbours say the same. */
const FRAME_STEP = 2;
/** There are some thousand pauses only, each told several times. */
const PROSODY_RIDGE = 20;

/** Measures, their products, and an offset. */
const expanded = (measures) => {
  const row = [...measures];
  measures.forEach((left, at) => {
    for (let other = 0; other <= at; other += 1) row.push(left * measures[other]);
  });
  return row;
};

const fitted = (folders) =>
  folders.flatMap((folder) =>
    namesIn(folder)
      .map((name) => ({ folder, name, dialogue: dialogueOf(folder, name) }))
      .filter(({ dialogue }) => !isHeldOut(dialogue)),
  );

function fitVoice(folders) {
  const rows = [];
  const truths = [];
  for (const { folder, name } of fitted(folders))
    framesOf(folder, name).forEach(({ features, truth }, at) => {
      // soft parts of words are neither speech nor silence for the fit
      if (truth === 2 || at % FRAME_STEP !== 0) return;
      rows.push(expanded([...features]));
      truths.push(truth);
    });
  write("voice_weights.inc", fitLogistic(rows, truths));
}

/** Measures of lengths come first (native/core/turns/turn_policy.h). */
const LENGTHS = 2;

function fitTurns(folders) {
  const rows = fitted(folders).flatMap(({ folder, name, dialogue }) => pauseRows(folder, name, dialogue));
  const truths = rows.map(({ isOver }) => (isOver ? 1 : 0));
  const found = (count, ridge) =>
    fitLogistic(
      rows.map(({ measures }) => expanded(measures.slice(0, count))),
      truths,
      { ridge },
    );
  write("turn_weights.inc", found(undefined, PROSODY_RIDGE));
  write("turn_weights_plain.inc", found(LENGTHS, 1));
}

function write(file, values) {
  const head = "// Written by bench/conversation/fit.mjs: measures, their products, offset.\n";
  const text = [...values].map((value) => `${value.toFixed(4)}F`.padStart(10)).join(",");
  writeFileSync(join(room, file), `${head}${text.replaceAll(/(?:[^,]*,){9}[^,]*,/g, "$&\n")}\n`);
}

const [what, ...folders] = argv.slice(2);
if (!["voice", "turns"].includes(what) || folders.length === 0) {
  console.error("usage: fit.mjs voice|turns FOLDER…");
  exit(2);
}
const fit = what === "voice" ? fitVoice : fitTurns;
fit(folders);
