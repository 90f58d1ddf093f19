// Totals of result files: JUnit of vitest, XML of GoogleTest. Both have <testsuites>, <testsuite> and <testcase>.
import { readXml } from "./xml.mjs";

/**
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ name: string, seconds: number, passed: number, failed: number, skipped: number, failures: Failure[] }} Suite
 */

/** GoogleTest has result="skipped", and "suppressed" for a disabled test; vitest has an element. */
const SKIPPED = ["skipped", "suppressed"];

function outcomeOf({ attributes, children }) {
  const inside = children.map(({ name }) => name);
  if (inside.includes("failure") || inside.includes("error")) return "failed";
  return inside.includes("skipped") || SKIPPED.includes(attributes.result) ? "skipped" : "passed";
}

/** @returns {Failure[]} the failed ones of these test cases */
function failuresOf(cases) {
  return cases
    .filter((each) => outcomeOf(each) === "failed")
    .map(({ attributes, children }) => {
      const why = children.find(({ name }) => name === "failure" || name === "error");
      return { name: attributes.name ?? "", message: why?.attributes.message ?? "" };
    });
}

function suiteOf({ attributes, children }) {
  const suite = {
    name: attributes.name ?? "",
    seconds: Number(attributes.time ?? 0),
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
  };
  const cases = children.filter(({ name }) => name === "testcase");
  suite.failures = failuresOf(cases);
  for (const each of cases) suite[outcomeOf(each)] += 1;
  if (attributes.tests !== undefined && Number(attributes.tests) !== cases.length)
    throw new Error(
      `${suite.name}: ${attributes.tests} tests were announced, ${String(cases.length)} are listed`,
    );
  return suite;
}

/**
 * @param {string} text of one result file
 * @returns {Suite[]}
 * @throws {Error} for a file that is damaged, cut off or does not add up
 */
export function readResults(text) {
  const root = readXml(text);
  if (root.name !== "testsuites") throw new Error(`Expected <testsuites> but found <${root.name}>`);
  const suites = root.children.filter(({ name }) => name === "testsuite").map(suiteOf);
  const { passed, failed, skipped } = totalsOf(suites);
  const listed = passed + failed + skipped;
  const announced = Number(root.attributes.tests ?? listed);
  if (announced !== listed)
    throw new Error(`${String(announced)} tests were announced, ${String(listed)} are listed`);
  return suites;
}

/** @param {Suite[]} suites */
export function totalsOf(suites) {
  const sum = (key) => suites.reduce((total, suite) => total + suite[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** @param {Suite[]} suites */
export function slowestOf(suites, count) {
  return [...suites].sort((a, b) => b.seconds - a.seconds).slice(0, count);
}
