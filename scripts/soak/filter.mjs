// A filter fails closed: the tests of `npm test`, a minute each instead of seconds.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");
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

/** @returns rows of the report, and how many checks passed and failed */
export function soakFilter({ isShort }) {
  const seconds = isShort ? 4 : 60;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-soak-"));
  const results = path.join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const { status } = spawnSync(process.execPath, [VITEST, "run", TEST, ...reporters], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SDKPP_FILTER_SECONDS: String(seconds) },
  });
  const rows = [
    ["length", `${seconds} s of received and ${seconds} s of captured speech`],
    [
      "trouble",
      "stalls of 0 to 400 ms of each 500 ms, 30 % of the callbacks throw, detach or return a promise, 3 % loss",
    ],
    ...verdicts(results),
  ];
  fs.rmSync(folder, { recursive: true, force: true });
  return {
    title: "A filter that fails closed",
    rows,
    passed: status === 0 ? 1 : 0,
    failed: status === 0 ? 0 : 1,
  };
}
