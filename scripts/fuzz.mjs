// Builds the libFuzzer targets (clang, ASan+UBSan) and runs each for --seconds=N over its stored corpus.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = path.join(root, "build-fuzz");
const seconds =
  process.argv.find((each) => each.startsWith("--seconds="))?.slice("--seconds=".length) ?? "30";

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

run(process.execPath, [path.join(root, "scripts/fetch-deps.mjs")]);
run("cmake", [
  "-S",
  root,
  "-B",
  folder,
  "-G",
  "Ninja",
  "-DCMAKE_C_COMPILER=clang",
  "-DCMAKE_CXX_COMPILER=clang++",
  "-DSDKPP_ADDON=OFF",
  "-DSDKPP_FUZZ=ON",
  "-DSDKPP_SANITIZE=address,undefined",
  "--log-level=WARNING",
]);
run("cmake", ["--build", folder, "--parallel", String(os.availableParallelism())]);

const targets = fs.readdirSync(path.join(root, "test/fuzz")).filter((name) => name.endsWith("_fuzz.cc"));
let passed = 0;
for (const target of targets.map((name) => name.slice(0, -".cc".length))) {
  const corpus = path.join(root, "test/fuzz/corpus", target.slice(0, -"_fuzz".length));
  const found = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-fuzz-"));
  const args = [found, ...(fs.existsSync(corpus) ? [corpus] : [])];
  const limits = [
    `-max_total_time=${seconds}`,
    "-rss_limit_mb=512",
    "-timeout=5",
    "-print_final_stats=1",
    "-verbosity=0",
  ];
  console.log(`-- ${target}`);
  run(path.join(folder, "test/fuzz", target), [...limits, `-artifact_prefix=${folder}/`, ...args]);
  fs.rmSync(found, { recursive: true, force: true });
  passed += 1;
}
console.log(`${passed} passed, 0 failed`);
