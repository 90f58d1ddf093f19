// Loads the packed and installed package by import and by require, in the main thread and in a worker, and makes an
// encrypted call, on every host that the package supports: the oldest and newest Node versions, Bun and Deno. The platform
// and its zstd-stream run there, too.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packAndInstall } from "./pack-and-install.mjs";
import { tool } from "./pinned/tool.mjs";
import { runChecks, runProgram } from "./results/run-checks.mjs";

// calls have no microphone and no speaker
process.env.SDKPP_AUDIO_DEVICES = "off";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const PROGRAMS = ["esm.mjs", "cjs.cjs", "worker.mjs", "zstd.mjs"];

if (process.platform !== "linux" || process.arch !== "x64") {
  console.error(
    `test:runtimes runs Linux x64 binaries and cannot run on ${process.platform}-${process.arch}`,
  );
  process.exit(1);
}

const node = (version) => ({
  name: `Node ${version}`,
  command: path.join(tool(`node-${version}`), "bin/node"),
  args: [],
});
const HOSTS = [
  ...[20, 22, 24, 26].map(node),
  { name: "Bun", command: path.join(tool("bun"), "bin/bun"), args: [] },
  // The package and everything it needs is installed: Deno must not ask a registry.
  { name: "Deno", command: path.join(tool("deno"), "deno"), args: ["run", "--allow-all", "--cached-only"] },
];

// npm runs on the oldest Node of all: there a dependency that forbids it is told.
const installed = packAndInstall({ withPlatform: true, node: node(20).command });
const env = {
  ...process.env,
  PATH: installed.path,
  DENO_DIR: path.join(installed.folder, ".deno"),
  DENO_NO_UPDATE_CHECK: "1",
  DO_NOT_TRACK: "1",
};

/** Hosts that allow a program only to read files, and why the addon cannot be loaded there. */
const DENYING = [
  { ...node(24), args: ["--permission", "--allow-fs-read=*"], reason: "loading addons is disabled" },
  { ...HOSTS.at(-1), args: ["run", "--no-prompt", "--cached-only", "--allow-read"], reason: "--allow-ffi" },
];

async function check({ command, args }, program, expected = /^(call|zstd) ok$/m) {
  const file = path.join(installed.folder, program);
  const done = await runProgram(command, [...args, file, path.join(root, "platform/dist/bundle/index.js")], {
    cwd: installed.folder,
    env,
  });
  if (done.code !== 0 || !expected.test(done.stdout))
    throw new Error(`ended with ${done.code}\n${done.stdout}\n${done.stderr}`);
}

try {
  for (const name of fs.readdirSync(path.join(root, "test/runtimes")))
    fs.copyFileSync(path.join(root, "test/runtimes", name), path.join(installed.folder, name));
  const checks = HOSTS.flatMap((host) =>
    PROGRAMS.map((program) => ({ name: `${host.name} ${program}`, run: () => check(host, program) })),
  );
  const denied = DENYING.map((host) => ({
    name: `${host.name} without permissions`,
    run: () => check(host, "permissions.mjs", new RegExp(`^SdkError NATIVE_LOAD_FAILED [^]*${host.reason}`)),
  }));
  process.exitCode = (await runChecks("runtimes", [...checks, ...denied])) ? 0 : 1;
} finally {
  fs.rmSync(installed.folder, { recursive: true, force: true });
}
