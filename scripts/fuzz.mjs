// Builds the libFuzzer targets (clang, ASan+UBSan) and runs each for --seconds=N over its stored corpus; only one with
// --target=NAME, such as dave_frame.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildNative, option, root, run } from "./cmake.mjs";

const seconds = option("seconds") ?? "30";
const folder = buildNative("build-fuzz", {
  CMAKE_C_COMPILER: "clang",
  CMAKE_CXX_COMPILER: "clang++",
  SDKPP_FUZZ: "ON",
  SDKPP_SANITIZE: "address,undefined",
});

function fuzz(target) {
  const corpus = path.join(root, "test/fuzz/corpus", target.slice(0, -"_fuzz".length));
  const found = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-fuzz-"));
  const limits = [`-max_total_time=${seconds}`, "-rss_limit_mb=512", "-timeout=5", "-print_final_stats=1"];
  console.log(`-- ${target}`);
  run(path.join(folder, "test/fuzz", target), [
    ...limits,
    "-verbosity=0",
    `-artifact_prefix=${folder}/`,
    found,
    ...(fs.existsSync(corpus) ? [corpus] : []),
  ]);
  fs.rmSync(found, { recursive: true, force: true });
}

const only = option("target");
const targets = fs
  .readdirSync(path.join(root, "test/fuzz"))
  .filter((name) => name.endsWith("_fuzz.cc") && (!only || name === `${only}_fuzz.cc`));
for (const name of targets) fuzz(name.slice(0, -".cc".length));
console.log(`${targets.length} passed, 0 failed`);
