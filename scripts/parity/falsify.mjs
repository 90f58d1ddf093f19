// Lets members answer falsely, one at a time: a test that goes on being green does not test them.
import fs from "node:fs";
import path from "node:path";
import { calledBy, callers, runWitnessed } from "./called.mjs";
import { presentIds, root } from "./members.mjs";

/** @param what a number of members, or their names, separated by commas. @returns whether all were noticed */
export function falsify(what, seed) {
  const tests = callers(calledBy());
  const known = presentIds.filter((id) => tests.has(id));
  const sample = /^[0-9]+$/.test(what) ? sampled(known, Number(what), seed) : what.split(",");
  const rows = sample.map((id) => {
    const by = noticedBy(id, tests.get(id) ?? []);
    console.log(`${id}: ${by === undefined ? "NOT NOTICED" : `noticed by ${by}`}`);
    return { id, by };
  });
  const survivors = rows.filter(({ by }) => by === undefined);
  if (/^[0-9]+$/.test(what)) writePage(rows, known.length, seed);
  console.log(`${rows.length - survivors.length} noticed, ${survivors.length} not noticed`);
  return survivors.length === 0;
}

/** The kind of tests that failed, the quick ones asked first. */
function noticedBy(id, files) {
  const isQuick = (file) => file.startsWith("test/unit/");
  const groups = [
    ["unit tests", files.filter(isQuick)],
    ["end-to-end tests", files.filter((file) => !isQuick(file))],
  ];
  return groups.find(([, group]) => group.length > 0 && fails(id, group))?.[0];
}

const fails = (id, files) => !runWitnessed(files, { SDKPP_FALSIFY: id }, "--bail=1");

/** Different ones, in an order that the seed decides (mulberry32). */
function sampled(ids, count, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const rest = [...ids];
  return Array.from(
    { length: Math.min(count, rest.length) },
    () => rest.splice(Math.floor(random() * rest.length), 1)[0],
  );
}

function writePage(rows, known, seed) {
  const survivors = rows.filter(({ by }) => by === undefined).map(({ id }) => `\`${id}\``);
  const page = `# Falsified members

Written by \`npm run parity -- --falsify ${rows.length} --seed ${seed}\`: of ${known} members that tests call, ${rows.length}
were drawn, each was made to answer falsely or to do nothing, and the tests that call it ran. A member whose falsehood no
test notices is not tested.

Not noticed: ${survivors.join(", ") || "none"}.

| Member | Noticed by |
|---|---|
${rows.map(({ id, by }) => `| \`${id}\` | ${by ?? "no test"} |`).join("\n")}
`;
  fs.writeFileSync(path.join(root, "docs/falsification.md"), page);
}
