// A platform that is killed again and again while everything is written at once: the tests of `npm test`, asked for more.
import { runTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakKills({ kills }) {
  const started = Date.now();
  const isGood = runTests(["test/e2e/platform/killed-", "--no-file-parallelism"], { SDKPP_KILLS: kills });
  const rows = [
    ["`kill -9` while all kinds of records are written", String(kills)],
    ["`kill -9` while files are written", String(kills)],
    ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
    ["acknowledged writes that were lost, files or pictures without an owner", isGood ? "0" : "some"],
  ];
  return verdict("A platform that is killed", rows, isGood);
}
