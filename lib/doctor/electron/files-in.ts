import fs from "node:fs";
import path from "node:path";
import type { AppFile } from "./app-file.js";

/** Lists all files of a folder and of the folders in it; none where it is missing. Links to folders are not followed. */
export function filesIn(folder: string): AppFile[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const onDisk = path.join(folder, name);
    const stat = fs.statSync(onDisk, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return [];
    return [
      { path: name.replaceAll(path.sep, "/"), place: "on the disk" as const, onDisk, at: 0, size: stat.size },
    ];
  });
}
