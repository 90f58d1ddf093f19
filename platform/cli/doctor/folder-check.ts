import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Finding } from "sdkpp/wire";
import { reasonOf } from "../../folder/private-file.js";
import { StartError } from "../../guard/start-error.js";
import type { Check } from "./check.js";

/** A check of what is in the data folder; skipped where there is none. @param look gets the absolute path, and may throw */
export function folderCheck(check: string, look: (folder: string) => Finding | Promise<Finding>): Check {
  return async ({ data }) => {
    if (data === undefined)
      return Finding.skipped(check, "no data folder is named; --data <folder> names one");
    if (!existsSync(data)) return Finding.skipped(check, `there is no ${data} yet`);
    try {
      return await look(resolve(data));
    } catch (error) {
      if (error instanceof StartError) return ofStartError(check, error);
      return Finding.failed(
        check,
        `Could not look into ${data} (${reasonOf(error)})`,
        "fix that, or choose another data folder",
      );
    }
  };
}

/** What would keep a platform from starting. */
export function ofStartError(check: string, { found, remedy }: StartError): Finding {
  return Finding.failed(check, found, remedy);
}
