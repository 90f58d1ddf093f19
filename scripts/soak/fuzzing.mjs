// The fuzz targets for long: libFuzzer's with sanitizers, and the property-based ones of the MLS messages.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

function run(name, args, env = {}) {
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return [name, done.status === 0 ? "nothing found" : "FAILED"];
}

export function soakFuzzing({ fuzzSeconds }) {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const results = [
    run("native targets (ASan, UBSan)", ["scripts/fuzz.mjs", `--seconds=${fuzzSeconds}`]),
    run(
      "MLS messages and the delivery service",
      [vitest, "run", "test/fuzz", `--testTimeout=${fuzzSeconds * 4000}`],
      {
        SDKPP_FUZZ_SECONDS: String(fuzzSeconds),
      },
    ),
  ];
  const failed = results.filter(([, result]) => result === "FAILED").length;
  return {
    title: "Fuzzing",
    rows: [["seconds per target", String(fuzzSeconds)], ...results],
    passed: results.length - failed,
    failed,
  };
}
