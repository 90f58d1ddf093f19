// Tarballs of the registry, fetched with npm's own client and checked against a sha512 of our own before use.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Runs npm; the way through `npm_execpath` works where `npm` is a shell script (Windows). */
function npm(args) {
  const cli = process.env.npm_execpath?.endsWith(".js") ? process.env.npm_execpath : undefined;
  const options = { encoding: "utf8", maxBuffer: 64 << 20, stdio: ["ignore", "pipe", "inherit"] };
  const run = cli
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`npm ${args.join(" ")} failed (${run.status})\n${run.stdout}`);
}

/**
 * @param entry `{ package, version, integrity }`, integrity as in a lock file (`sha512-…`)
 * @returns the bytes of the tarball
 * @throws when the bytes have another hash
 */
export function fetchTarball({ package: name, version, integrity }) {
  const spec = `${name}@${version}`;
  const tarball = download(spec);
  const received = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  if (received !== integrity)
    throw new Error(`${spec}: expected integrity ${integrity}, received ${received}`);
  return tarball;
}

function download(spec) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-deps-"));
  try {
    npm(["pack", spec, "--silent", "--ignore-scripts", "--pack-destination", folder]);
    const file = fs.readdirSync(folder).find((name) => name.endsWith(".tgz"));
    if (!file) throw new Error(`${spec}: npm pack wrote no tarball`);
    return fs.readFileSync(path.join(folder, file));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
