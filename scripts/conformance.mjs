// Counts the rows of the interface document that work, by their tests (test/conformance), and writes
// docs/platform/conformance.md. Fails when a row has lost its test, and when a test fails.
//   --check           only fails when the committed page differs
//   --falsify         applies the change of each row to the sources, one at a time, and fails when its test passes
//   --only a,b        falsifies these subjects only, as in `row 17`
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { falsify } from "./conformance/falsify.mjs";
import { measure } from "./conformance/measure.mjs";
import * as rows from "./conformance/rows.mjs";
import { root, runSuite } from "./conformance/run.mjs";

const { values } = parseArgs({
  options: { check: { type: "boolean" }, falsify: { type: "boolean" }, only: { type: "string" } },
});
const textOf = (file) => fs.readFileSync(path.join(root, file), "utf8");

/** @returns what is wrong, in words */
function count(list, tests) {
  const { whole, problems } = measure(list.subjects, tests, textOf);
  printOpen(list.subjects);
  console.log(`${whole} of ${list.subjects.length} ${list.unit}`);
  return [...problems, ...write(list.page, list.pageOf(whole))];
}

function printOpen(subjects) {
  const open = subjects.filter(({ open }) => open !== undefined);
  const areas = [...new Set(open.map(({ area }) => area))];
  for (const area of areas) {
    const those = open.filter((each) => each.area === area).map(({ subject }) => subject.split(" ")[1]);
    console.log(`open in ${area} (${those.length}): ${those.join(", ")}`);
  }
}

function write(page, text) {
  const file = path.join(root, page);
  if (!values.check) fs.writeFileSync(file, text);
  else if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text)
    return [`${page} is out of date; run: npm run conformance`];
  return [];
}

function problemsOf() {
  // Only sources can be changed; what passes here first is what a change has to break.
  if (values.falsify) {
    const tests = runSuite({ sources: true });
    const wanted = values.only?.split(",");
    const failed = tests.filter(({ passed }) => !passed).map(({ name }) => `${name} fails without a change`);
    const chosen = tests.filter(({ subject }) => wanted === undefined || wanted.includes(subject));
    return [...failed, ...falsify(chosen).map((subject) => `${subject}: no test notices its change`)];
  }
  return count(rows, runSuite());
}

const problems = problemsOf();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
