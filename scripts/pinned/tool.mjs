// Programs that builds and tests need and users do not: pinned packages of the registry (tools.json), unpacked once.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fetchTarball } from "./tarball.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const outRoot = path.resolve(here, "../../build-tools");
const tools = JSON.parse(fs.readFileSync(path.join(here, "tools.json"), "utf8"));

/**
 * Brings a tool when it is not there yet.
 * @param name a key of tools.json
 * @returns the folder with the contents of its package
 * @throws when there is no such tool, or its tarball is another than the pinned one
 */
export function tool(name) {
  const entry = tools[name];
  if (entry === undefined) throw new Error(`no tool ${name}; known: ${Object.keys(tools).join(", ")}`);
  const folder = path.join(outRoot, name);
  const stamp = createHash("sha256").update(JSON.stringify(entry)).digest("hex");
  const stampFile = path.join(folder, ".stamp");
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === stamp) return folder;
  unpack(fetchTarball(entry), folder);
  fs.writeFileSync(stampFile, stamp);
  return folder;
}

/** The system's tar: it keeps the modes of programs and does not hold a toolchain in memory. */
function unpack(tarball, folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const done = spawnSync("tar", ["-xzf", "-", "--strip-components=1", "-C", folder], {
    input: tarball,
    stdio: ["pipe", "inherit", "inherit"],
  });
  if (done.status !== 0) throw new Error(`tar could not unpack ${folder}`);
}
