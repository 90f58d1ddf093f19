// Runs tests of the conformance suite and reads what each of them says it proves.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const RESULTS = path.join(root, "test-out/results/vitest-conformance.json");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");

/**
 * @param options `files` selects tests; `sources` runs the sources instead of the built packages
 * @returns `{ subject, change, reference, file, name, passed, messages }` of each test that ran
 */
export function runSuite({ files = [], sources = false } = {}) {
  fs.rmSync(RESULTS, { force: true });
  // The file is the one that the configuration names: an option here would not change it.
  const args = ["run", "--config", "vitest.conformance.config.ts", "--reporter=json", "--reporter=default"];
  const env = { ...process.env, ...(sources && { SDKPP_SOURCES: "1" }) };
  spawnSync(process.execPath, [VITEST, ...args, ...files], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return fs.existsSync(RESULTS) ? read(JSON.parse(fs.readFileSync(RESULTS, "utf8"))) : [];
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
