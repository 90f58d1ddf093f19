import type { Finding } from "./finding.js";

/** The output of a doctor, and the exit code of its program. */
export interface FindingsReport {
  readonly text: string;
  /** 1: a check failed */
  readonly exitCode: 0 | 1;
}

/** One line for each finding, or one JSON array for programs. */
export function reportFindings(findings: readonly Finding[], isJson: boolean): FindingsReport {
  return {
    text: isJson ? `${JSON.stringify(findings)}\n` : findings.map(lineOf).join(""),
    exitCode: findings.some(({ outcome }) => outcome === "failed") ? 1 : 0,
  };
}

function lineOf({ check, outcome, found, remedy }: Finding): string {
  return `${outcome.padEnd("skipped".length)} ${check}: ${found}${remedy === undefined ? "" : `; ${remedy}`}\n`;
}
