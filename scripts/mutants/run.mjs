// Runs test files under mutants, several in one process.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../conformance/run.mjs";

const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");
/** A mutant may leave a state behind in which everything fails: few share a process. */
const AT_ONCE = 12;
/** Without a mutant, before and after the others. */
const BEFORE = -1;
const AFTER = -2;

/**
 * @param mutants with an `id`
 * @returns which of them the tests notice: id → the title of a test
 * @throws {Error} when the tests fail without a mutant
 */
export function noticedBy(files, mutants, timeLimitMs) {
  const groups = Array.from({ length: Math.ceil(mutants.length / AT_ONCE) }, (_, at) =>
    mutants.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  return new Map(groups.flatMap((group) => [...trusted(files, group, timeLimitMs)]));
}

/** When the tests fail behind the last mutant, one of the mutants has spoilt them: fewer at once find out which. */
function trusted(files, mutants, timeLimitMs) {
  const noticed = runOnce(files, mutants, timeLimitMs);
  if (!noticed.delete(AFTER) || mutants.length === 1) return noticed;
  const half = mutants.length >> 1;
  const halves = [mutants.slice(0, half), mutants.slice(half)];
  return new Map(halves.flatMap((some) => [...trusted(files, some, timeLimitMs)]));
}

function runOnce(files, mutants, timeLimitMs) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-mutants-"));
  const ids = [BEFORE, ...mutants.map(({ id }) => id), AFTER];
  const trial = path.join(folder, "trial.json");
  fs.writeFileSync(trial, JSON.stringify({ files, ids, mutants, timeLimitMs }));
  const report = path.join(folder, "report.json");
  try {
    spawnSync(process.execPath, [VITEST, "run", "--config", "vitest.mutants.config.ts"], {
      cwd: root,
      stdio: "ignore",
      env: { ...process.env, SDKPP_SOURCES: "1", SDKPP_MUTANTS: trial, SDKPP_MUTANTS_REPORT: report },
    });
    if (!fs.existsSync(report)) throw new Error(`the runner ended without a report of ${files.join(", ")}`);
    return verdicts(ids, JSON.parse(fs.readFileSync(report, "utf8")));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A failed hook leaves its tests skipped: fewer pass than without a mutant. */
function verdicts(ids, { testResults }) {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const of = (id) => results.filter(({ fullName }) => fullName.startsWith(`mutant ${String(id)} `));
  const passed = (id) => of(id).filter(({ status }) => status === "passed").length;
  const failed = (id) => of(id).find(({ status }) => status === "failed")?.title;
  if (failed(BEFORE) !== undefined || passed(BEFORE) === 0)
    throw new Error(`without a mutant fails: ${failed(BEFORE) ?? "everything"}`);
  const noticing = ids.map((id) => [id, failed(id) ?? (passed(id) < passed(BEFORE) ? "a hook" : undefined)]);
  return new Map(noticing.filter(([, title]) => title !== undefined));
}
