// Packs sdkpp and installs the tarball into a folder the way a user's machine would: no scripts, no development
// dependencies, no compiler on the PATH.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

function must(command, args, options) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 << 20, ...options });
  if (done.status !== 0) {
    throw new Error(`${command} ${args.join(" ")} failed (${done.status})\n${done.stdout}\n${done.stderr}`);
  }
  return done.stdout;
}

/** A PATH with node and npm on it and nothing that compiles. */
function barePath(folder) {
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  for (const tool of ["node", "npm", "sh", "env"]) {
    const real = must("sh", ["-c", `command -v ${tool}`]).trim();
    fs.symlinkSync(real, path.join(bin, tool));
  }
  return bin;
}

/** @returns {{ folder: string, tarball: string, path: string }} where it was installed; the caller removes it */
export function packAndInstall() {
  if (!fs.existsSync(path.join(root, "prebuilds")))
    throw new Error("prebuilds/ is missing: run npm run prebuild first");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-installed-"));
  must("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root });
  const tarball = path.join(
    folder,
    fs.readdirSync(folder).find((name) => name.endsWith(".tgz")),
  );
  fs.writeFileSync(
    path.join(folder, "package.json"),
    '{ "name": "user", "private": true, "type": "module" }',
  );
  const bare = barePath(folder);
  must("npm", ["install", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", tarball], {
    cwd: folder,
    env: { ...process.env, PATH: bare },
  });
  return { folder, tarball, path: bare };
}
