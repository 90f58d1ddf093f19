// Totals of result files: the JSON of vitest, of GoogleTest, and of our own scripts (write-results.mjs).

/**
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ name: string, seconds: number, passed: number, failed: number, skipped: number, failures: Failure[] }} Suite
 */

/** @param {{ name: string, outcome: "passed" | "failed" | "skipped", message: string }[]} tests */
function suite(name, seconds, tests) {
  const count = (wanted) => tests.filter(({ outcome }) => outcome === wanted).length;
  const failures = tests.filter(({ outcome }) => outcome === "failed");
  return {
    name,
    seconds,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    failures: failures.map(({ name: test, message }) => ({ name: test, message })),
  };
}

function vitestTest({ fullName, status, failureMessages }) {
  const outcome = status === "passed" || status === "failed" ? status : "skipped";
  return { name: fullName, outcome, message: failureMessages[0] ?? "" };
}

/** A file that does not load has no tests: it counts as one that failed. */
function vitestSuite({ name, status, message, startTime, endTime, assertionResults }) {
  const tests = assertionResults.map(vitestTest);
  if (status === "failed" && !tests.some(({ outcome }) => outcome === "failed"))
    tests.push({ name: "the file itself", outcome: "failed", message });
  return suite(name, (endTime - startTime) / 1000, tests);
}

function fromVitest({ numTotalTests, testResults }) {
  checkCount(
    "the file",
    numTotalTests,
    testResults.flatMap(({ assertionResults }) => assertionResults).length,
  );
  return testResults.map(vitestSuite);
}

function googleTest({ name, result, failures = [] }) {
  const outcome = failures.length > 0 ? "failed" : result === "COMPLETED" ? "passed" : "skipped";
  return { name, outcome, message: failures[0]?.failure ?? "" };
}

function fromGoogleTest({ tests, testsuites }) {
  checkCount("the file", tests, testsuites.flatMap(({ testsuite }) => testsuite).length);
  return testsuites.map((each) => {
    checkCount(each.name, each.tests, each.testsuite.length);
    return suite(each.name, parseFloat(each.time), each.testsuite.map(googleTest));
  });
}

function fromScript({ suite: name, checks }) {
  const tests = checks.map((check) => ({
    name: check.name,
    outcome: check.isGood ? "passed" : "failed",
    message: check.message ?? "",
  }));
  return [suite(name, 0, tests)];
}

function checkCount(name, announced, listed) {
  if (announced !== listed)
    throw new Error(`${name}: ${String(announced)} tests were announced, ${String(listed)} are listed`);
}

/**
 * @param {string} text of one result file
 * @returns {Suite[]}
 * @throws {Error} for a file that is damaged, cut off or does not add up
 */
export function readResults(text) {
  const results = JSON.parse(text);
  if (Array.isArray(results.testResults)) return fromVitest(results);
  if (Array.isArray(results.testsuites)) return fromGoogleTest(results);
  if (Array.isArray(results.checks)) return fromScript(results);
  throw new Error("expected the results of vitest, of GoogleTest or of a script");
}

/** @param {Suite[]} suites */
export function totalsOf(suites) {
  const sum = (key) => suites.reduce((total, one) => total + one[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** @param {Suite[]} suites */
export function slowestOf(suites, count) {
  return [...suites].sort((a, b) => b.seconds - a.seconds).slice(0, count);
}
