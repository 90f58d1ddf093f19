// Builds prebuilds/<platform>-<arch>/ for this machine, as the published package carries it.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
// prebuildify spawns this path directly, which on Windows must be a .cmd
const shim = path.join(
  root,
  "scripts",
  process.platform === "win32" ? "node-gyp-shim.cmd" : "node-gyp-shim.sh",
);
const done = spawnSync(
  process.execPath,
  [require.resolve("prebuildify/bin.js"), "--napi", "--strip", "--tag-libc", "--name", "sdkpp"],
  { cwd: root, stdio: "inherit", env: { ...process.env, PREBUILD_NODE_GYP: shim } },
);
process.exit(done.status ?? 1);
