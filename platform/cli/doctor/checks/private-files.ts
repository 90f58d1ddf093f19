import { readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { Finding } from "sdkpp/wire";
import { FILES_FOLDER, PRIVATE_FILES } from "../../../folder/data-folder.js";
import { LOCK_FILE } from "../../../folder/folder-lock.js";
import { KEY_FILE } from "../../../tls/authority-folder.js";
import { folderCheck } from "../folder-check.js";
import { modeProblem, modeText, ownerProblem, PRIVATE_FILE, PRIVATE_FOLDER } from "../rights.js";

const CHECK = "files of the data folder";
const SNAPSHOTS = "snapshots";

/** Whether tokens, keys and records are readable for their user, and for nobody else. */
export const checkPrivateFiles = folderCheck(CHECK, (folder) => {
  const there = namesOf(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, found }];
  });
  for (const { path, found } of there) {
    const finding = judged(path, found);
    if (finding !== undefined) return finding;
  }
  // It keeps others out of all that it has, which may be many.
  const path = join(folder, FILES_FOLDER);
  const found = statSync(path, { throwIfNoEntry: false });
  const finding = found && judgedFolder(path, found);
  if (finding !== undefined) return finding;
  return Finding.ok(
    CHECK,
    there.length === 0 ? "there are none yet" : `${there.length}, for their user only`,
  );
});

function namesOf(folder: string): string[] {
  const snapshots = join(folder, SNAPSHOTS);
  const kept =
    statSync(snapshots, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(snapshots) : [];
  return [...PRIVATE_FILES, LOCK_FILE, KEY_FILE, ...kept.map((name) => join(SNAPSHOTS, name))];
}

function judged(path: string, found: Stats): Finding | undefined {
  if (!found.isFile())
    return Finding.failed(CHECK, `${path} is not a file`, "replace it with a file, or remove it");
  return rightsOf(path, found, PRIVATE_FILE);
}

function judgedFolder(path: string, found: Stats): Finding | undefined {
  if (!found.isDirectory())
    return Finding.failed(
      CHECK,
      `${path} is not a folder`,
      "replace it with the folder of a copy, or remove it",
    );
  return rightsOf(path, found, PRIVATE_FOLDER);
}

/** @param needed rights that its user needs, and nobody else has */
function rightsOf(path: string, found: Stats, needed: number): Finding | undefined {
  const owner = ownerProblem(found.uid);
  if (owner !== undefined)
    return Finding.failed(
      CHECK,
      `${path} ${owner}`,
      "start the platform as its owner, or choose another data folder",
    );
  const problem = modeProblem(found.mode, needed);
  if (problem === undefined) return undefined;
  const remedy = `chmod ${needed.toString(8)} ${path}`;
  return Finding.failed(CHECK, `${path} has mode ${modeText(found.mode)}: ${problem}`, remedy);
}
