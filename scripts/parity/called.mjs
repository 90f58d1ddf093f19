// Runs tests with a witness in front of every public member (test/members) and reads what the witnesses wrote down.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { constructible, presentIds, root } from "./members.mjs";

const RECORDS = path.join(root, "test-out/members");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");
const WITNESSED = ["run", "--config", "vitest.parity.config.ts"];

/**
 * @param files names or parts of names of test files; all when there is none
 * @returns whether all of them passed
 */
export function runWitnessed(files, env = {}, ...more) {
  const run = spawnSync(process.execPath, [VITEST, ...WITNESSED, ...more, ...files], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return run.status === 0;
}

/** Runs test files, and gives what each of them calls; throws when one fails, for it calls less then. */
export function calledBy(...files) {
  fs.rmSync(RECORDS, { recursive: true, force: true });
  if (!runWitnessed(files)) throw new Error("tests fail: run them with npm test first");
  return fs.readdirSync(RECORDS).map((name) => JSON.parse(fs.readFileSync(path.join(RECORDS, name), "utf8")));
}

/** Member → the test files that call it. */
export function callers(records) {
  const found = new Map();
  for (const { test, called } of records)
    for (const id of called) found.set(id, [...(found.get(id) ?? []), test]);
  return found;
}

/** Present members that none of the tests calls, and classes that none of them makes. */
export function uncalled(records) {
  const found = callers(records);
  const sources = records.map(({ test }) => fs.readFileSync(path.join(root, test), "utf8"));
  const isMade = (name) => sources.some((source) => new RegExp(`new ${name}\\(|\\b${name}\\b,`).test(source));
  return [
    ...presentIds.filter((id) => !found.has(id)),
    ...constructible.filter((name) => !isMade(name)).map((name) => `new ${name}()`),
  ];
}
