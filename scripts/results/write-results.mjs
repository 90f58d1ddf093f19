// Results of scripts that run checks themselves, as JUnit like those of the test runners.
import fs from "node:fs";
import path from "node:path";
import { root } from "../cmake.mjs";

const escaped = (text) =>
  text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);

function caseOf({ name, isGood }) {
  const head = `<testcase name="${escaped(name)}"`;
  return isGood ? `${head} />` : `${head}><failure /></testcase>`;
}

/**
 * Writes `test-out/results/<suite>.xml`.
 * @param {string} suite letters, digits and hyphens
 * @param {readonly { name: string, isGood: boolean }[]} checks
 */
export function writeResults(suite, checks) {
  const folder = path.join(root, "test-out/results");
  fs.mkdirSync(folder, { recursive: true });
  const counts = `tests="${checks.length}" failures="${checks.filter(({ isGood }) => !isGood).length}"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8" ?>',
    `<testsuites ${counts}>`,
    `<testsuite name="${suite}" ${counts}>`,
    ...checks.map(caseOf),
    "</testsuite>",
    "</testsuites>",
  ];
  fs.writeFileSync(path.join(folder, `${suite}.xml`), `${lines.join("\n")}\n`);
}
