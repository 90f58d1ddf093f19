// Bots of other people, as their authors published them. Their sources never enter this repository: they lie in a folder of
// their own, `<owner>+<name>@<commit>` each, and count only while every file has the pinned content.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** By name: the repository, its commit, the digest of its files and how its dependencies are installed. */
export const SOURCES = JSON.parse(readFileSync(new URL("sources.json", import.meta.url), "utf8"));

const DOWNLOAD_MS = 20_000;

/** The folder of all sources: `SDKPP_BOT_SOURCES`, or one for temporary files. */
export const sourcesFolder = () => process.env["SDKPP_BOT_SOURCES"] ?? join(tmpdir(), "sdkpp-bot-sources");

/** @returns the folder of a source, or a sentence that says why there is none */
export function findSource(name) {
  const { repository, commit, files } = SOURCES[name];
  const folder = folderOf(name);
  if (!existsSync(folder)) return { missing: `${repository} ${commit.slice(0, 7)} has not been fetched` };
  const digest = digestOf(folder);
  if (digest === files) return { folder };
  return { missing: `${folder} has other files than the pinned ones: expected ${files}, received ${digest}` };
}

/**
 * Downloads a source that is not there yet.
 * @throws {Error} when it cannot be had, or has other files than the pinned ones
 */
export async function fetchSource(name) {
  const { repository, commit, files } = SOURCES[name];
  if (existsSync(folderOf(name))) return;
  const address = `https://codeload.github.com/${repository}/tar.gz/${commit}`;
  const response = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  mkdirSync(sourcesFolder(), { recursive: true });
  const fresh = mkdtempSync(join(sourcesFolder(), "fresh-"));
  try {
    unpack(Buffer.from(await response.arrayBuffer()), fresh);
    const digest = digestOf(fresh);
    if (digest !== files) throw new Error(`${repository}: expected files ${files}, received ${digest}`);
    renameSync(fresh, folderOf(name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The digest of the content of all files below a folder: an archive and a checkout give the same. */
export function digestOf(folder) {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${sha256(readFileSync(file))} ${file.slice(folder.length + 1).replaceAll("\\", "/")}\n`);
  return sha256(lines.sort().join(""));
}

const folderOf = (name) => {
  const { repository, commit } = SOURCES[name];
  return join(sourcesFolder(), `${repository.replace("/", "+")}@${commit}`);
};

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

function unpack(archive, folder) {
  const done = spawnSync("tar", ["-xzf", "-", "--strip-components=1", "-C", folder], {
    input: archive,
    stdio: ["pipe", "inherit", "inherit"],
  });
  if (done.status !== 0) throw new Error(`tar could not unpack ${folder}`);
}
