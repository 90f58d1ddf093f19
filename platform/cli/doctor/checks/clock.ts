import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Finding } from "sdkpp/wire";
import { folderCheck } from "../folder-check.js";

const CHECK = "clock";
/** File systems of other machines may be a little ahead. */
const AHEAD_MAX_MS = 60_000;

/** Whether the clock of this machine is behind what is in the data folder: ids and tokens would then be older than the world. */
export const checkClock = folderCheck(CHECK, (folder) => {
  const changes = readdirSync(folder).flatMap((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found === undefined ? [] : [{ name, at: found.mtimeMs }];
  });
  const newest = changes.reduce((one, other) => (other.at > one.at ? other : one), { name: "", at: 0 });
  const aheadMs = newest.at - Date.now();
  if (aheadMs <= AHEAD_MAX_MS) return Finding.ok(CHECK, "nothing in the data folder is of the future");
  return Finding.failed(
    CHECK,
    `${join(folder, newest.name)} was written ${Math.round(aheadMs / 1000)} s in the future`,
    "set the clock of this machine",
  );
});
