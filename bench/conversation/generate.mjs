// Writes dialogues into a folder, for the native tool: NAME.pcm, NAME.json and NAME.active of each, and index.txt.
//   node bench/conversation/generate.mjs FOLDER [first seed] [number]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { dialogue } from "./dialogues.mjs";
import { missingPrograms } from "./voices.mjs";

const missing = missingPrograms();
if (missing.length > 0) {
  console.error(`not found: ${missing.join(", ")}; install with: apt-get install ${missing.join(" ")}`);
  exit(1);
}
const [folder, first = "0", number = "200"] = argv.slice(2);
if (folder === undefined) {
  console.error("FOLDER: expected a path, received nothing");
  exit(2);
}
mkdirSync(folder, { recursive: true });
const lines = [];
for (let seed = Number(first); seed < Number(first) + Number(number); seed += 1) {
  const { samples, active, labels } = dialogue(seed);
  const name = String(seed).padStart(4, "0");
  const pcm = Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32767));
  writeFileSync(join(folder, `${name}.pcm`), pcm);
  writeFileSync(join(folder, `${name}.active`), active);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(labels));
  lines.push(`${name} ${labels.loss} ${seed}\n`);
}
writeFileSync(join(folder, "index.txt"), lines.join(""));
