// Results of scripts that run checks themselves.
import fs from "node:fs";
import path from "node:path";
import { root } from "../cmake.mjs";

/**
 * Writes `<suite>.json` into `test-out/results`, or into the folder that SDKPP_RESULTS names.
 * @param {string} suite letters, digits and hyphens
 * @param {readonly { name: string, isGood: boolean, message?: string }[]} checks `message`: why one failed
 */
export function writeResults(suite, checks) {
  const folder = process.env.SDKPP_RESULTS ?? path.join(root, "test-out/results");
  fs.mkdirSync(folder, { recursive: true });
  const results = { suite, checks: checks.map(({ name, isGood, message }) => ({ name, isGood, message })) };
  fs.writeFileSync(path.join(folder, `${suite}.json`), `${JSON.stringify(results, null, 2)}\n`);
}
