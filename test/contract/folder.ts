import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One published description, out of the folder that `SDKPP_CONTRACT_DIR` names.
 * @throws {Error} that says how to set it
 */
export function readDescription(name: string): unknown {
  const folder = process.env["SDKPP_CONTRACT_DIR"];
  if (folder === undefined || folder === "")
    throw new Error(
      "SDKPP_CONTRACT_DIR is not set: give it the folder with the published descriptions, e.g. SDKPP_CONTRACT_DIR=../spec npm run test:contract",
    );
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`SDKPP_CONTRACT_DIR: there is no ${path}`);
  return JSON.parse(readFileSync(path, "utf8"));
}
