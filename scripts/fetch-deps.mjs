// Brings the pinned native sources (native/deps.json) into native/deps/<name>/ with npm's own client.
// Each tarball is checked against our own sha512 before a byte of it is unpacked.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { fetchTarball } from "./pinned/tarball.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const outRoot = path.join(root, "native/deps");
const MAX_UNPACKED = 512 << 20;

function text(bytes) {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}

/** Regular files of a tar archive; links and devices are never extracted. */
function* tarFiles(archive) {
  let longName;
  for (let at = 0; at + 512 <= archive.length;) {
    const header = archive.subarray(at, at + 512);
    if (header[0] === 0) return;
    const size = parseInt(text(header.subarray(124, 136)).trim() || "0", 8);
    const type = String.fromCharCode(header[156] || 48);
    const data = archive.subarray(at + 512, at + 512 + size);
    if (data.length !== size) throw new Error("truncated tar archive");
    at += 512 + Math.ceil(size / 512) * 512;
    if (type === "x") longName = /(?:^|\n)\d+ path=([^\n]*)/.exec(data.toString("utf8"))?.[1];
    else if (type === "L") longName = text(data);
    else if (type !== "g") {
      const prefix = text(header.subarray(345, 500));
      const name = longName ?? (prefix ? `${prefix}/` : "") + text(header.subarray(0, 100));
      longName = undefined;
      if (type === "0") yield { name, data };
    }
  }
}

/** Where a file of the tarball goes inside the dependency's folder, or undefined when we do not take it. */
function target(dep, name) {
  const inside = name.slice(name.indexOf("/") + 1);
  for (const take of dep.take) {
    if (!inside.startsWith(take.from)) continue;
    const rest = inside.slice(take.from.length);
    if (take.only && !new RegExp(take.only).test(rest)) continue;
    if (take.skip && new RegExp(take.skip).test(rest)) continue;
    return take.to + rest;
  }
  return undefined;
}

function unpack(spec, dep, tarball, folder) {
  let files = 0;
  for (const { name, data } of tarFiles(gunzipSync(tarball, { maxOutputLength: MAX_UNPACKED }))) {
    const to = target(dep, name);
    if (to === undefined) continue;
    const file = path.resolve(folder, to);
    if (!file.startsWith(folder + path.sep)) throw new Error(`${spec}: path leaves its folder: ${name}`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, data);
    files += 1;
  }
  if (files === 0) throw new Error(`${spec}: nothing matched "take" in native/deps.json`);
  return files;
}

function bring(name, dep) {
  const spec = `${dep.package}@${dep.version}`;
  const stamp = createHash("sha256").update(JSON.stringify(dep)).digest("hex");
  const folder = path.join(outRoot, name);
  const stampFile = path.join(folder, ".stamp");
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === stamp) return;
  const tarball = fetchTarball(dep);
  fs.rmSync(folder, { recursive: true, force: true });
  const files = unpack(spec, dep, tarball, folder);
  fs.writeFileSync(stampFile, stamp);
  console.log(`${name}: ${spec}, ${files} files`);
}

const deps = JSON.parse(fs.readFileSync(path.join(root, "native/deps.json"), "utf8"));
for (const [name, dep] of Object.entries(deps)) bring(name, dep);
