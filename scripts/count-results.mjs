// Prints the totals of test result files, the ten slowest suites and what failed: JSON of vitest, of GoogleTest and of our scripts.
//   node count-results.mjs <file or folder> …           "N passed, N failed, N skipped", one line per slow suite, the failures
//   node count-results.mjs --json <file or folder> …    { passed, failed, skipped, slowest: [{ name, seconds }] }
// Fails when a file cannot be read whole, or when there is none.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readResults, slowestOf, totalsOf } from "./results/totals.mjs";

const SLOWEST = 10;
/** Of one suite: one cause often fails all of its tests. */
const SHOWN_FAILURES = 5;
const MESSAGE_MAX = 2_000;
const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });

function filesOf(place) {
  if (!fs.statSync(place).isDirectory()) return [place];
  const names = fs.readdirSync(place).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => path.join(place, name));
}

function suitesOf(file) {
  try {
    return readResults(fs.readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file}: ${cause.message}`, { cause });
  }
}

const files = positionals.flatMap(filesOf);
if (files.length === 0) throw new Error(`no result files in: ${positionals.join(", ")}`);
const suites = files.flatMap(suitesOf);
const totals = totalsOf(suites);
const slowest = slowestOf(suites, SLOWEST).map(({ name, seconds }) => ({ name, seconds }));
if (values.json) {
  console.log(JSON.stringify({ ...totals, slowest }));
} else {
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  for (const { name: suite, failures } of suites)
    for (const { name, message } of failures.slice(0, SHOWN_FAILURES))
      console.log(
        `FAILED ${suite}: ${name}\n       ${message.slice(0, MESSAGE_MAX).replaceAll("\n", "\n       ")}`,
      );
}
