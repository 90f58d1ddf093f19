// What the witnesses of the last test run saw (test/members).
import fs from "node:fs";
import path from "node:path";
import { constructible, presentIds, root } from "./members.mjs";

const RECORDS = path.join(root, "test-out/members");

/** Member → the test files that call it. */
export function callers() {
  const found = new Map();
  for (const { test, called } of records())
    for (const id of called) found.set(id, [...(found.get(id) ?? []), test]);
  return found;
}

/** Present members that no test calls, and classes that no test makes. */
export function uncalled() {
  const found = callers();
  const sources = records().map(({ test }) => fs.readFileSync(path.join(root, test), "utf8"));
  const isMade = (name) => sources.some((source) => new RegExp(`new ${name}\\(|\\b${name}\\b,`).test(source));
  return [
    ...presentIds.filter((id) => !found.has(id)),
    ...constructible.filter((name) => !isMade(name)).map((name) => `new ${name}()`),
  ];
}

/** Of test files that are still there. */
function records() {
  if (!fs.existsSync(RECORDS)) return [];
  return fs
    .readdirSync(RECORDS)
    .map((name) => JSON.parse(fs.readFileSync(path.join(RECORDS, name), "utf8")))
    .filter(({ test }) => fs.existsSync(path.join(root, test)));
}
