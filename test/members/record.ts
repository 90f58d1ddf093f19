import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
/** One file per test file: the members that it calls. */
export const RECORDS = path.join(root, "test-out/members");

/** @param testFile path of the test file, absolute */
export function writeRecord(testFile: string, called: ReadonlySet<string>): void {
  const test = path.relative(root, testFile).replaceAll(path.sep, "/");
  fs.mkdirSync(RECORDS, { recursive: true });
  const file = path.join(RECORDS, `${test.replaceAll("/", "__")}.json`);
  fs.writeFileSync(file, JSON.stringify({ test, called: [...called].sort() }));
}
