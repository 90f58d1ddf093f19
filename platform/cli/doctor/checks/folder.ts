import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Finding } from "sdkpp/wire";
import { reasonOf } from "../../../folder/private-file.js";
import type { Check } from "../check.js";
import { folderCheck } from "../folder-check.js";
import { modeProblem, modeText, ownerProblem, PRIVATE_FOLDER } from "../rights.js";

const CHECK = "data folder";

/** Whether the data folder is as the platform makes it, or can be made. */
export const checkFolder: Check = (examined) => {
  const { data } = examined;
  return data === undefined || existsSync(data)
    ? folderCheck(CHECK, judged)(examined)
    : Promise.resolve(makeable(data));
};

function judged(folder: string): Finding {
  const { uid, mode } = statSync(folder);
  const owner = ownerProblem(uid);
  if (owner !== undefined)
    return Finding.failed(
      CHECK,
      `${folder} ${owner}`,
      "start the platform as its owner, or choose another data folder",
    );
  if (!statSync(folder).isDirectory())
    return Finding.failed(CHECK, `${folder} is a file`, "choose another data folder");
  const problem = modeProblem(mode, PRIVATE_FOLDER);
  if (problem !== undefined)
    return Finding.failed(CHECK, `${folder} has mode ${modeText(mode)}: ${problem}`, `chmod 700 ${folder}`);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return Finding.ok(CHECK, `${folder} exists, for its user only`);
}

/** Whether the first start can make the folder. */
function makeable(data: string): Finding {
  const folder = resolve(data);
  const above = existingAbove(folder);
  try {
    // A link that leads nowhere keeps a folder from being made.
    if (data === "" || lstatSync(folder, { throwIfNoEntry: false }) !== undefined) throw reason("ENOENT");
    if (!statSync(above).isDirectory()) throw reason("ENOTDIR");
    accessSync(above, constants.W_OK | constants.X_OK);
    return Finding.ok(CHECK, `${folder} does not exist yet; the first start makes it in ${above}`);
  } catch (error) {
    return Finding.failed(
      CHECK,
      `Could not create the data folder ${data} (${reasonOf(error)})`,
      "choose another data folder",
    );
  }
}

function reason(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

function existingAbove(path: string): string {
  const above = dirname(path);
  return existsSync(above) || above === path ? above : existingAbove(above);
}
