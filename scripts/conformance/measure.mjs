// Compares a list of subjects with the tests that ran.
import { mutateSource, parse } from "./mutation.mjs";

/**
 * @param subjects `{ subject, open }` of everything to count; `open` is the reason why it does not work yet
 * @param tests what `runSuite` returns
 * @param textOf gives the text of a file of the repository
 * @returns `{ whole, problems }`: the number of subjects that work, and what is wrong with the suite, in words
 */
export function measure(subjects, tests, textOf) {
  const problems = [];
  const sourceOf = remembered((file) => parse(textOf(file)));
  const bySubject = groupBySubject(tests);
  const known = new Set(subjects.map(({ subject }) => subject));
  for (const test of tests) {
    if (test.subject === undefined) problems.push(`${test.file}: "${test.name}" proves no subject`);
    else if (!known.has(test.subject)) problems.push(`${test.subject} is tested and not listed`);
    if (!test.passed) problems.push(`${test.name} failed`);
    if (test.change === undefined) problems.push(`${test.subject}: a test names no change`);
    else problems.push(...faultsOf(test, textOf, sourceOf));
  }
  for (const { subject, open } of subjects) {
    const isTested = bySubject.has(subject);
    if (open === undefined && !isTested) problems.push(`${subject} has lost its test`);
    if (open !== undefined && isTested) problems.push(`${subject} is tested, but listed as open`);
  }
  const isWhole = ({ subject, open }) => open === undefined && allPass(bySubject.get(subject) ?? []);
  return { whole: subjects.filter(isWhole).length, problems: [...new Set(problems)] };
}

const allPass = (tests) => tests.length > 0 && tests.every(({ passed }) => passed);

function groupBySubject(tests) {
  const groups = new Map();
  for (const test of tests) groups.set(test.subject, [...(groups.get(test.subject) ?? []), test]);
  return groups;
}

function faultsOf({ subject, change }, textOf, sourceOf) {
  const faults = change.operator === undefined ? textFaults(change, textOf) : pointFaults(change, sourceOf);
  return faults.map((fault) => `${subject}: its change ${fault}`);
}

function pointFaults(point, sourceOf) {
  try {
    mutateSource(sourceOf(point.file), point);
    return [];
  } catch ({ message }) {
    return [`of ${point.file} has no place: ${message}`];
  }
}

function textFaults({ file, from, to }, textOf) {
  if (file.endsWith(".ts")) return [`of ${file} holds its text, not a mutation point`];
  const count = textOf(file).split(from).length - 1;
  const faults = [];
  if (count !== 1) faults.push(`expects "${from}" once in ${file}, found ${count} times`);
  if (from === to) faults.push("changes nothing");
  return faults;
}

function remembered(make) {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key);
  };
}
