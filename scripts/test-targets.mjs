// Builds targets of the package and runs of them what this machine can run: native tests, and calls in the Node of the
// target's system. docs/guides/where-it-runs.md says what that is for each.
// Usage: node test-targets.mjs [name …] [--only-build] [--short]; without names all. Results: test-out/results/targets.json.
// --short compiles and runs the native tests of what differs between systems only: most of the time goes into the others.
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { root } from "./cmake.mjs";
import { writeResults } from "./results/write-results.mjs";
import { buildFor } from "./targets/build.mjs";
import { callChecks } from "./targets/call-check.mjs";
import { execute } from "./targets/execute.mjs";
import { HOSTS } from "./targets/hosts.mjs";
import { targetNamed, TARGETS } from "./targets/table.mjs";

// calls have no microphone and no speaker
process.env.SDKPP_AUDIO_DEVICES = "off";

/** Program or file, its Debian package, and the targets that need it. */
const NEEDED = [
  ["cmake", "cmake", /./],
  ["ninja", "ninja-build", /./],
  ["x86_64-w64-mingw32-g++-posix", "g++-mingw-w64-x86-64-posix", /^win32/],
  ["nasm", "nasm", /^win32/],
  ["/usr/lib/wine/wine64", "wine64", /^win32/],
  ["qemu-aarch64", "qemu-user", /^linux-arm64/],
  ["/usr/aarch64-linux-gnu/lib/libc.so.6", "libc6-arm64-cross", /^linux-arm64$/],
];

/** Characters of a failed check's output that its result keeps: the end tells why. */
const TOLD = 1_000;

const isThere = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

function requireTools(targets) {
  const missing = NEEDED.filter(
    ([program, , of]) => targets.some(({ name }) => of.test(name)) && !isThere(program),
  );
  if (missing.length === 0) return;
  console.error(`test:targets needs ${missing.map(([program]) => program).join(", ")}. On Debian:`);
  console.error(`  apt-get install --no-install-recommends ${missing.map(([, debian]) => debian).join(" ")}`);
  process.exit(1);
}

/** In a process of its own: a failed build is a failed check, not the end of this program. */
function buildCheck({ name }) {
  const done = spawnSync(process.execPath, [path.join(root, "scripts/prebuild.mjs"), "--target", name], {
    cwd: root,
    stdio: "inherit",
  });
  return { name: "builds with the right structure", isGood: done.status === 0, output: "" };
}

async function nativeTestCheck({ command, env }, target, { skipped, nativeLimitMs: timeoutMs }) {
  const program = buildFor(target, "sdkpp_native_tests", isShort);
  const [first, ...rest] = [...command, program, `--gtest_filter=-${skipped}`];
  const { status, output } = await execute(first, rest, { cwd: root, env, timeoutMs });
  const isGood = status === 0 && /\[ {2}PASSED {2}\] [1-9]/.test(output);
  return { name: "native tests", isGood, output };
}

async function checksOf(target) {
  const built = buildCheck(target);
  const host = HOSTS[target.name];
  if (!built.isGood || host === undefined) return [built];
  return host.withHost(async (runner) => [
    built,
    await nativeTestCheck(runner, target, host),
    ...(host.nodes === undefined ? [] : await callChecks(runner, host.nodes, host.programs)),
  ]);
}

const { values, positionals: names } = parseArgs({
  options: { "only-build": { type: "boolean" }, short: { type: "boolean", default: false } },
  allowPositionals: true,
});
const isShort = values.short;
const targets = names.length > 0 ? names.map(targetNamed) : TARGETS;
requireTools(targets);
if (values["only-build"]) {
  for (const target of targets)
    for (const what of ["sdkpp", "sdkpp_native_tests"]) buildFor(target, what, isShort);
  process.exit(0);
}
const results = [];
for (const target of targets) {
  const started = performance.now();
  for (const { name, isGood, output } of await checksOf(target)) {
    console.log(`${isGood ? "ok  " : "FAIL"} ${target.name}: ${name}`);
    if (!isGood) console.error(output);
    results.push({
      name: `${target.name}: ${name}`,
      isGood,
      message: isGood ? undefined : output.slice(-TOLD),
    });
  }
  console.log(`-- ${target.name}: ${Math.round((performance.now() - started) / 1000)} s`);
}
writeResults("targets", results);
process.exit(results.every(({ isGood }) => isGood) ? 0 : 1);
