// Emulators that run a target's programs on this machine, and which of its native tests run.
import fs from "node:fs";
import path from "node:path";
import { LONG_NATIVE_TESTS } from "../long-native-tests.mjs";
import { tool } from "../pinned/tool.mjs";
import { withWine } from "./wine.mjs";

/** Hours of virtual time run the same on every architecture, and slowly under an emulator. */
const VIRTUAL_TIME =
  "*Steps*:HostilePeer*:JitterBuffer.*:DelayEstimator.*:FailClosed.*:CallbackTest.*:PathMove.*:Attribution.*";

const ARM64 = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"];

/** The programs of the machine itself. */
const direct = (use) => use({ command: [], env: {} });
const emulated = (use) => use({ command: ARM64, env: {} });

/** The official executable, and a copy under another name: the addon must find Node-API in both. */
function windowsNodes(folder) {
  const original = path.join(tool("node-22-win"), "bin/node.exe");
  const renamed = path.join(folder, "renamed-host.exe");
  fs.copyFileSync(original, renamed);
  return { "Windows Node 22": original, "Windows Node 22 as renamed-host.exe": renamed };
}

/**
 * By target: `withHost` runs a function with the words that go in front of a program, `skipped` is a GoogleTest pattern,
 * `nativeLimitMs` how long native tests may take, `nodes` names the Node executables that load the addon, `programs` what they run beside calls.
 */
export const HOSTS = {
  "win32-x64": {
    withHost: withWine,
    skipped: LONG_NATIVE_TESTS,
    nativeLimitMs: 240_000,
    nodes: windowsNodes,
    programs: { "registers its launch": "launch.mjs" },
  },
  "linux-x64": {
    withHost: direct,
    skipped: LONG_NATIVE_TESTS,
    nodes: () => ({ "Node 22": path.join(tool("node-22"), "bin/node") }),
  },
  "linux-arm64": {
    withHost: emulated,
    skipped: `${LONG_NATIVE_TESTS}:${VIRTUAL_TIME}`,
    nodes: () => ({ "Node 22 for arm64": path.join(tool("node-22-arm64"), "bin/node") }),
  },
  "linux-x64-musl": { withHost: direct, skipped: LONG_NATIVE_TESTS },
  "linux-arm64-musl": { withHost: emulated, skipped: `${LONG_NATIVE_TESTS}:${VIRTUAL_TIME}` },
};
