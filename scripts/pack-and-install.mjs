// Packs sdkpp, and the platform when it is asked for, and installs the tarballs into a folder the way a user's machine would: no
// scripts, no development dependencies, no compiler on the PATH, and no warning.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pack, PACKAGES } from "./pack.mjs";
import { ownTargetName, prebuiltFile, targetNamed } from "./targets/table.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

function must(command, args, options) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 << 20, ...options });
  if (done.status !== 0) {
    throw new Error(`${command} ${args.join(" ")} failed (${done.status})\n${done.stdout}\n${done.stderr}`);
  }
  return done.stdout;
}

/** A PATH with node and npm on it and nothing that compiles. */
function barePath(folder, node) {
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  for (const tool of ["node", "npm", "sh", "env"]) {
    const real = tool === "node" && node ? node : must("sh", ["-c", `command -v ${tool}`]).trim();
    fs.symlinkSync(real, path.join(bin, tool));
  }
  return bin;
}

/** @throws {Error} when npm warns: of a version of Node, of an install script, of a peer that is missing */
function install(folder, tarballs, bare) {
  const flags = ["--engine-strict", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=warn"];
  const env = { ...process.env, PATH: bare };
  const done = spawnSync("npm", ["install", ...flags, ...tarballs], { cwd: folder, env, encoding: "utf8" });
  if (done.status !== 0 || /^npm warn/m.test(done.stderr))
    throw new Error(`npm install ended with ${done.status}\n${done.stdout}\n${done.stderr}`);
}

/**
 * @param {{ withPlatform?: boolean, node?: string }} options the program that runs npm; default: the one on the PATH
 * @returns {{ folder: string, tarball: string, path: string }} where it was installed; the caller removes it
 */
export function packAndInstall({ withPlatform = false, node } = {}) {
  const binary = prebuiltFile(targetNamed(ownTargetName()));
  if (!fs.existsSync(path.join(root, binary)))
    throw new Error(`${binary} is missing: run npm run prebuild first`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-installed-"));
  const tarballs = (withPlatform ? PACKAGES : [""]).map((each) => pack(each, folder));
  fs.writeFileSync(
    path.join(folder, "package.json"),
    '{ "name": "user", "private": true, "type": "module" }',
  );
  const bare = barePath(folder, node);
  install(folder, tarballs, bare);
  return { folder, tarball: tarballs[0], path: bare };
}
