// Runs tests of the conformance suite and reads what each of them says it proves.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const RESULTS = path.join(root, "test-out/results/vitest-conformance.json");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");

/**
 * @param options `files` and `name` select tests; `sources` runs the sources instead of the built packages, with
 *   `change` applied; `quiet` hides the runner's output
 * @returns `{ subject, change, reference, file, name, passed, messages }` of each test that ran
 */
export function runSuite({ files = [], name, sources = false, change, quiet = false } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-conformance-"));
  const report = sources ? path.join(folder, "report.json") : RESULTS;
  fs.rmSync(report, { force: true });
  const reporters = ["--reporter=json", `--outputFile.json=${report}`];
  if (!sources) reporters.push("--reporter=default");
  const args = ["run", "--config", "vitest.conformance.config.ts", ...reporters, ...files];
  if (name !== undefined) args.push("-t", name);
  const env = { ...process.env };
  if (sources) env.SDKPP_SOURCES = "1";
  if (change !== undefined) env.SDKPP_CHANGE = JSON.stringify(change);
  spawnSync(process.execPath, [VITEST, ...args], {
    cwd: root,
    env,
    stdio: quiet ? "ignore" : ["ignore", "inherit", "inherit"],
  });
  try {
    return fs.existsSync(report) ? read(JSON.parse(fs.readFileSync(report, "utf8"))) : [];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function read({ testResults }) {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status, meta, failureMessages }) => ({
        subject: meta.subject,
        change: meta.change,
        reference: meta.reference,
        file: path.relative(root, file),
        name: fullName,
        passed: status === "passed",
        messages: failureMessages,
      })),
  );
}
