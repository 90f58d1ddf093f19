// The operations of the published description: those of `test/conformance/operations/operations.json`, which have a
// route, and those that the platform rejects by name; and their pages.
import fs from "node:fs";
import path from "node:path";
import { NOT_EMULATED_GROUPS } from "../../platform/dist/http/not-emulated/operations.js";
import { referencePages } from "./reference.mjs";
import { root } from "./run.mjs";
import { withSection } from "./section.mjs";

const FILE = "test/conformance/operations/operations.json";
const DIFFERENCES = "docs/platform/differences.md";
const routed = JSON.parse(fs.readFileSync(path.join(root, FILE), "utf8"));
const rejected = NOT_EMULATED_GROUPS.flatMap(({ area, reason, operations }) =>
  Object.entries(operations).map(([operation, route]) => ({
    operation,
    route,
    area,
    open: reason,
    isRejected: true,
  })),
);

export const kind = "operation";
export const subjects = [...routed, ...rejected].map((each) => ({
  ...each,
  subject: `operation ${each.operation}`,
}));
export const unit = "built";

/** @param tests what `runSuite` returns. @returns the text of each page by its file */
export function pagesOf(built, tests) {
  const differences = fs.readFileSync(path.join(root, DIFFERENCES), "utf8");
  return [
    ["docs/platform/operations.md", operationsPage(built)],
    [DIFFERENCES, withSection(differences, "not emulated", notEmulated())],
    ...referencePages(routed, tests),
  ];
}

function operationsPage(built) {
  return `# Operations

Written by \`npm run conformance\` from \`test/conformance/operations\`. An operation is built when another reader sees its
success, exactly the right sessions receive its event, and each documented failure is tested. All others are rejected by
name. [The reference](../reference/README.md) says of each what it demands, which events follow, and how it fails.

**${built} of ${subjects.length} built**, ${routed.length - built} open, ${rejected.length} rejected by name ([reasons](differences.md#operations-that-are-not-emulated)).

| Area | Operation | Route | |
|---|---|---|---|
${routed.map(line).join("\n")}

| Rejected in | |
|---|---|
${NOT_EMULATED_GROUPS.map(({ area, operations }) => `| ${area} | ${Object.keys(operations).length} |`).join("\n")}
`;
}

function line({ area, operation, route, open, remark }) {
  const state = open === undefined ? `built${remark === undefined ? "" : `; ${remark}`}` : `open: ${open}`;
  return `| ${area} | \`${operation}\` | \`${route}\` | ${state} |`;
}

function notEmulated() {
  return NOT_EMULATED_GROUPS.map(({ area, reason, operations }) => {
    const lines = Object.entries(operations).map(([name, route]) => `| \`${name}\` | \`${route}\` |`);
    return `### ${area}\n\n${reason}\n\n| Operation | Route |\n|---|---|\n${lines.join("\n")}`;
  }).join("\n\n");
}
