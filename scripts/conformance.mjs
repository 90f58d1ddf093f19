// Counts the rows of the interface document and the operations of the published description that work, by their tests
// (test/conformance), and writes the pages of docs/platform. Fails when one of them has lost its test, and when a test
// fails.
//   --operations      the operations only
//   --check           only fails when a committed page differs
//   --falsify         applies the change of each to the sources, one at a time, and fails when its test passes
//   --only a,b        falsifies these subjects only, as in `row 17`, or those of a test file, as in `thread-operations`
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { falsify } from "./conformance/falsify.mjs";
import { measure } from "./conformance/measure.mjs";
import * as operations from "./conformance/operations.mjs";
import * as rows from "./conformance/rows.mjs";
import { root, runSuite } from "./conformance/run.mjs";

const { values } = parseArgs({
  options: {
    operations: { type: "boolean" },
    check: { type: "boolean" },
    falsify: { type: "boolean" },
    only: { type: "string" },
  },
});
const lists = values.operations ? [operations] : [rows, operations];
const files = values.operations ? ["test/conformance/operations"] : [];
const textOf = (file) => fs.readFileSync(path.join(root, file), "utf8");

/** @returns what is wrong, in words */
function count(tests) {
  const kinds = lists.map(({ kind }) => kind);
  const strange = tests.filter(({ subject }) => !kinds.includes(kindOf(subject)));
  const problems = strange.map(({ file, name }) => `${file}: "${name}" proves nothing that is listed`);
  return [...problems, ...lists.flatMap((list) => countList(list, tests))];
}

function countList(list, tests) {
  const own = tests.filter(({ subject }) => kindOf(subject) === list.kind);
  const { whole, problems } = measure(list.subjects, own, textOf);
  printOpen(list.subjects);
  console.log(`${whole} of ${list.subjects.length} ${list.unit}`);
  return [...problems, ...list.pagesOf(whole, own).flatMap(([page, text]) => write(page, text))];
}

const kindOf = (subject) => subject?.split(" ")[0];

function printOpen(subjects) {
  const open = subjects.filter(({ open }) => open !== undefined);
  const headings = [...new Set(open.map(headingOf))];
  for (const heading of headings) {
    const those = open
      .filter((each) => headingOf(each) === heading)
      .map(({ subject }) => subject.split(" ")[1]);
    console.log(`${heading} (${those.length}): ${those.join(", ")}`);
  }
}

const headingOf = ({ area, isRejected }) => `${isRejected === true ? "rejected by name" : "open"} in ${area}`;

function write(page, text) {
  const file = path.join(root, page);
  if (!values.check) fs.writeFileSync(file, text);
  else if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text)
    return [`${page} is out of date; run: npm run conformance`];
  return [];
}

async function problemsOf() {
  if (!values.falsify) return count(runSuite({ files }));
  // Only sources can be changed; what passes here first is what a change has to break.
  const wanted = values.only?.split(",");
  const those = wanted === undefined ? files : filesOf(wanted);
  if (wanted !== undefined && those.length === 0) return [`no test names ${values.only}`];
  const tests = runSuite({ files: those, sources: true });
  const chosen = tests.filter((test) => wanted === undefined || isWanted(test, wanted));
  const failed = chosen.filter(({ passed }) => !passed).map(({ name }) => `${name} fails without a change`);
  if (chosen.length === 0) return ["no test ran"];
  const verdicts = await falsify(chosen);
  const countOf = (wanted) => verdicts.filter(({ verdict }) => verdict === wanted).length;
  console.log(["noticed", "NOT NOTICED", "NOT RUN"].map((each) => `${countOf(each)} ${each}`).join(", "));
  const unnoticed = verdicts.filter(({ verdict }) => verdict !== "noticed");
  return [...failed, ...unnoticed.map(({ subject, verdict }) => `${subject}: its change is ${verdict}`)];
}

const isWanted = ({ subject, file }, wanted) =>
  wanted.includes(subject) || wanted.includes(path.basename(file, ".test.ts"));

/** The test files that name these subjects. */
function filesOf(wanted) {
  const names = wanted.map((subject) =>
    subject.replace(/^row (.*)$/, "row($1,").replace(/^operation (.*)$/, '"$1"'),
  );
  const holds = (file) =>
    names.some(
      (name) => path.basename(file, ".test.ts") === name || textOf(file).replaceAll(/\s/g, "").includes(name),
    );
  return fs
    .readdirSync(path.join(root, "test/conformance"), { recursive: true })
    .map((file) => `test/conformance/${file}`)
    .filter((file) => file.endsWith(".test.ts") && holds(file));
}

const problems = await problemsOf();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
