// The tier that needs Debian packages: sanitizers, fuzzing, runtimes, bundlers, a real browser, network namespaces.
// Names the apt line when something is missing. Run one part with its name as argument.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { LONG_NATIVE_TESTS } from "./long-native-tests.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const NEEDED = {
  clang: "clang libclang-rt-14-dev",
  flite: "flite",
  "espeak-ng": "espeak-ng",
  chromium: "chromium",
  cmake: "cmake ninja-build",
  ip: "iproute2",
  "nats-server": "nats-server",
  pulseaudio: "pulseaudio pulseaudio-utils libasound2-plugins",
  mcs: "mono-mcs mono-runtime libmono-system-net-http4.0-cil libmono-system-web-extensions4.0-cil",
  "pipewire-pulse": "pipewire pipewire-pulse wireplumber dbus-daemon",
};

const node = (...args) => [process.execPath, args];
const systemTests = (...args) => ["npx", ["vitest", "run", "--config", "vitest.system.config.ts", ...args]];
const PARTS = {
  sanitizers: node(
    "scripts/native-tests.mjs",
    "--sanitize=address,undefined",
    `--filter=-${LONG_NATIVE_TESTS}`,
  ),
  threads: node("scripts/native-tests.mjs", "--sanitize=thread"),
  // the same random numbers for the same commit; `npm run soak` takes new ones
  fuzz: node("scripts/fuzz.mjs", "--seconds=15", "--seed=1"),
  // the same as in `npm test`, for longer
  "fuzz-mls": ["npx", ["vitest", "run", "test/fuzz/mls-messages.test.ts"], { SDKPP_FUZZ_SECONDS: "15" }],
  prebuild: node("scripts/prebuild.mjs"),
  runtimes: node("scripts/test-runtimes.mjs"),
  bundles: node("scripts/test-bundles.mjs"),
  "browser-and-network": systemTests("--exclude", "test/system/fleet/**"),
  // some ten processes each, which sound servers would miss their time beside
  fleet: [
    ...systemTests("test/system/fleet", "--no-file-parallelism"),
    { SDKPP_SYSTEM_RESULTS: "vitest-fleet" },
  ],
};

function requireTools() {
  const missing = Object.keys(NEEDED).filter(
    (tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0,
  );
  if (missing.length === 0) return;
  console.error(`test:system needs ${missing.join(", ")}. On Debian:`);
  console.error(`  apt-get install --no-install-recommends ${missing.map((tool) => NEEDED[tool]).join(" ")}`);
  process.exit(1);
}

requireTools();
const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(PARTS);
let failed = 0;
for (const name of names) {
  const part = PARTS[name];
  if (!part) {
    console.error(`unknown part ${name}; known: ${Object.keys(PARTS).join(", ")}`);
    process.exit(1);
  }
  const started = Date.now();
  const [command, args, env] = part;
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`-- ${name}: ${done.status === 0 ? "ok" : "FAILED"}, ${seconds} s`);
  if (done.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
