// The rows of the interface document: `test/conformance/rows.json`, and their page.
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

const rows = JSON.parse(fs.readFileSync(path.join(root, "test/conformance/rows.json"), "utf8"));

export const kind = "row";
export const subjects = rows.map((row) => ({ ...row, subject: `row ${row.number}` }));
export const unit = "rows";

/** @returns the text of each page by its file */
export function pagesOf(whole) {
  return [["docs/platform/conformance.md", pageOf(whole)]];
}

function pageOf(whole) {
  return `# Conformance

Written by \`npm run conformance\` from \`test/conformance\`. Each row of the interface document has a test, over the wire or
through the package, or a reason why it does not work yet. Facts that are constants count as open.

**${whole} of ${rows.length} rows.**

| Row | | |
|---|---|---|
${subjects.map(line).join("\n")}
`;
}

function line({ number, area, title, open, stored }) {
  const whole = stored === undefined ? "whole" : `stored, without effect: ${stored}`;
  return `| ${number} | ${area}: ${title.replaceAll("|", "\\|")} | ${open === undefined ? whole : `open: ${open}`} |`;
}
