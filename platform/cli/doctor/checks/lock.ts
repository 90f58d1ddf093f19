import { Finding } from "sdkpp/wire";
import { lockProblem } from "../../../folder/folder-lock.js";
import { folderCheck, ofStartError } from "../folder-check.js";

const CHECK = "lock";

/** Whether another platform uses the data folder, and which process that is. */
export const checkLock = folderCheck(CHECK, (folder) => {
  const problem = lockProblem(folder);
  return problem === undefined
    ? Finding.ok(CHECK, "no platform uses the folder")
    : ofStartError(CHECK, problem);
});
