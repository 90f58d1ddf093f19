// Builds the libFuzzer targets (clang, ASan+UBSan) and runs each for --seconds=N over its stored corpus; only one with
// --target=NAME, such as dave_frame. --seed=N begins with those random numbers, without it they are others each time.
// --only-build runs none.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { buildNative, option, root, SANITIZED } from "./cmake.mjs";
import { writeResults } from "./results/write-results.mjs";

const seconds = option("seconds") ?? "30";
/** libFuzzer takes 0 for a seed of its own. */
const seed = option("seed") ?? "0";
/** An input takes a millisecond. */
const LIMITS = ["-rss_limit_mb=512", "-timeout=5"];
const folder = buildNative(SANITIZED.name, SANITIZED.definitions, "sdkpp_fuzz_targets");

if (process.argv.includes("--only-build")) process.exit(0);

/**
 * The outcome of a target that failed: its fault, and the input that finds it again, since the file itself is often gone with the
 * machine. An input that took too long counts when it does so once more, alone: a busy machine may stand still for seconds.
 */
function outcomeOf(target, said) {
  const fault = /^.*(?:ERROR|SUMMARY): .*$/m.exec(said)?.[0] ?? "ended without saying why";
  const file = /Test unit written to (\S+)/.exec(said)?.[1];
  if (file === undefined) return { isGood: false, message: fault };
  if (fault.includes("timeout") && spawnSync(programOf(target), [...LIMITS, file]).status === 0)
    return { isGood: true };
  const input = gzipSync(fs.readFileSync(file)).toString("base64");
  return { isGood: false, message: `${fault}\ninput (base64, gzip): ${input}` };
}

const programOf = (target) => path.join(folder, "test/fuzz", target);

/** One target; what it says comes out in one piece, since others run beside it. */
function fuzz(target) {
  const corpus = path.join(root, "test/fuzz/corpus", target.slice(0, -"_fuzz".length));
  const found = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-fuzz-"));
  const places = [found, ...(fs.existsSync(corpus) ? [corpus] : [])];
  const says = ["-verbosity=0", "-print_final_stats=1", `-artifact_prefix=${folder}/`];
  const args = [`-seed=${seed}`, `-max_total_time=${seconds}`, ...LIMITS, ...says, ...places];
  const child = spawn(programOf(target), args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(text));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      fs.rmSync(found, { recursive: true, force: true });
      const text = Buffer.concat(said).toString();
      const outcome = code === 0 ? { isGood: true } : outcomeOf(target, text);
      console.log(`-- ${target}: ${outcome.isGood ? "nothing found" : `FAILED (${code})`}`);
      process.stdout.write(text);
      resolve(outcome);
    });
  });
}

const only = option("target");
const targets = fs
  .readdirSync(path.join(root, "test/fuzz"))
  .filter((name) => name.endsWith("_fuzz.cc") && (!only || name === `${only}_fuzz.cc`))
  .map((name) => name.slice(0, -".cc".length));
const results = [];
const worker = async () => {
  for (let target = targets.pop(); target !== undefined; target = targets.pop())
    results.push({ name: target, ...(await fuzz(target)) });
};
await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
writeResults("fuzz", results);
const failed = results.filter(({ isGood }) => !isGood).length;
console.log(`${results.length - failed} targets without a finding, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
