// Every row and operation made false, one at a time: the test of each has to notice.
import { spawnSync } from "node:child_process";
import { root } from "../conformance/run.mjs";
import { verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakConformance() {
  const run = spawnSync(process.execPath, ["scripts/conformance.mjs", "--falsify"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(run.stdout);
  const verdicts = run.stdout.split("\n").filter((line) => /^(row|operation) .*: /.test(line));
  const noticed = verdicts.filter((line) => line.endsWith(": noticed"));
  const rows = [
    ["rows and operations made false", String(verdicts.length)],
    ["noticed by their tests", String(noticed.length)],
  ];
  return verdict("Falsified rows and operations", rows, run.status === 0);
}
