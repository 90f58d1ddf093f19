// Compares what two sets of tests notice, before one of them is deleted: a sample of mutants of some sources runs under the
// first, and those that it notices under the second.
//   --of FILES        sources, separated by commas; a folder stands for all sources in it
//   --noticed-by FILES   tests, such as those to delete
//   --still-by FILES  tests, such as those that stay
//   --count N         size of the sample, 60 unless given
//   --seed S          of the sample, 1 unless given
//   --time-limit MS   of a test, 5000 unless given
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "./conformance/run.mjs";
import { listMutants } from "./mutants/list.mjs";
import { noticedBy } from "./mutants/run.mjs";

const { values } = parseArgs({
  options: {
    of: { type: "string" },
    "noticed-by": { type: "string" },
    "still-by": { type: "string" },
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    "time-limit": { type: "string", default: "5000" },
  },
});

/** @throws {Error} unless each is there: a test that does not exist notices nothing */
function filesOf(name) {
  const files = values[name]?.split(",") ?? [];
  if (files.length === 0) throw new Error(`--${name}: expected files, received nothing`);
  const missing = files.find((file) => !fs.existsSync(path.join(root, file)));
  if (missing !== undefined)
    throw new Error(`--${name}: expected files of this repository, received ${missing}`);
  return files;
}

function numberOf(name) {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name}: expected a whole number from 1, received ${values[name]}`);
  return number;
}

function sourcesOf(place) {
  if (place.endsWith(".ts")) return [place];
  const names = fs.readdirSync(path.join(root, place), { recursive: true });
  return names.filter((name) => name.endsWith(".ts")).map((name) => path.join(place, name));
}

/** The order is that of the seed, and the same on every machine. */
function shuffled(list, seed) {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const keyed = list.map((one) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return [state, one];
  });
  return keyed.sort(([a], [b]) => a - b).map(([, one]) => one);
}

const describe = ({ file, line, kind, text }, by) =>
  `${file}:${String(line)} ${kind}: ${text}${by === undefined ? "" : ` (noticed by "${by}")`}`;

const all = filesOf("of")
  .flatMap(sourcesOf)
  .flatMap((file) =>
    listMutants(file, fs.readFileSync(path.join(root, file), "utf8")).map((one) => ({ file, ...one })),
  )
  .map((one, at) => ({ id: at + 1, ...one }));
const sample = shuffled(all, numberOf("seed")).slice(0, numberOf("count"));
const timeLimitMs = numberOf("time-limit");
const [before, after] = [filesOf("noticed-by"), filesOf("still-by")];
const first = noticedBy(before, sample, timeLimitMs);
const seen = sample.filter(({ id }) => first.has(id));
console.log(
  `${String(seen.length)} of ${String(sample.length)} mutants (of ${String(all.length)}) are noticed by the first`,
);
if (seen.length === 0)
  throw new Error(
    "the first tests notice no mutant of the sample: name the sources that they test, or a larger --count",
  );
const second = noticedBy(after, seen, timeLimitMs);
const missed = seen.filter(({ id }) => !second.has(id));
console.log(`${String(seen.length - missed.length)} of these are noticed by the second`);
for (const mutant of missed) console.log(describe(mutant, first.get(mutant.id)));
process.exitCode = missed.length === 0 ? 0 : 1;
