// A filter fails closed: the tests of `npm test`, a minute each instead of seconds.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { runTests, verdict } from "./run-tests.mjs";

const TEST = "test/e2e/faults/filter-fails-closed.test.ts";

/** One row for each claim, so that a time limit does not look like an unfiltered sample. */
function verdicts(file) {
  if (!fs.existsSync(file)) return [["the tests", "did not run"]];
  const { testResults } = JSON.parse(fs.readFileSync(file, "utf8"));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status, failureMessages }) => [
      title,
      [status, ...failureMessages.map((text) => text.split("\n")[0])].join(": "),
    ]);
}

/** @returns rows of the report, and its checks */
export function soakFilter({ isShort }) {
  const seconds = isShort ? 4 : 60;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-soak-"));
  const results = path.join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const isGood = runTests([TEST, ...reporters], { SDKPP_FILTER_SECONDS: seconds });
  const rows = [
    ["length", `${seconds} s of received and ${seconds} s of captured speech`],
    [
      "trouble",
      "stalls of 0 to 400 ms of each 500 ms, 30 % of the callbacks throw, detach or return a promise, 3 % loss",
    ],
    ...verdicts(results),
  ];
  fs.rmSync(folder, { recursive: true, force: true });
  return verdict("A filter that fails closed", rows, isGood);
}
