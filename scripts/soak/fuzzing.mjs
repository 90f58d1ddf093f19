// The fuzz targets for long: libFuzzer's with sanitizers, and the property-based ones.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runTests } from "./run-tests.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
/** A property blocks its process, which the test runner bears for a minute: seconds per file and round. */
const ROUND_S = 100;

function fuzzNatively(seconds) {
  const args = ["scripts/fuzz.mjs", `--seconds=${seconds}`];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
}

/** Each round begins with other seeds, which a failure names. */
function fuzzProperties(seconds) {
  let isGood = true;
  for (let left = seconds; left > 0 && isGood; left -= ROUND_S)
    isGood = runTests(["test/fuzz", `--testTimeout=${ROUND_S * 4000}`], {
      SDKPP_FUZZ_SECONDS: Math.min(left, ROUND_S),
    });
  return isGood;
}

export function soakFuzzing({ fuzzSeconds }) {
  const results = [
    ["native targets (ASan, UBSan)", fuzzNatively(fuzzSeconds)],
    ["parsers of the client, MLS messages, the delivery service", fuzzProperties(fuzzSeconds)],
  ];
  return {
    title: "Fuzzing",
    rows: [
      ["seconds per target", String(fuzzSeconds)],
      ...results.map(([name, isGood]) => [name, isGood ? "nothing found" : "FAILED"]),
    ],
    checks: results.map(([name, isGood]) => ({ name, isGood })),
  };
}
