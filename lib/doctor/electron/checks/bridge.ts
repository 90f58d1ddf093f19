import { failed, ok, skipped, type Finding } from "../../finding.js";
import type { AppCode } from "../packaged-app.js";
import { missingOf } from "../missing-of.js";
import { packagesIn } from "../packages-in.js";

const CHECK = "@sdkpp/electron";

/** Whether the bridge is whole: its doors, the preload script, and the programs of its processes. */
export function checkBridge(code: AppCode): Finding {
  const folders = packagesIn(code, CHECK);
  if (folders.length === 0) return skipped(CHECK, "it is not in the app as a package");
  const missing = folders.flatMap((folder) => missingOf(code, folder));
  if (missing.length === 0) return ok(CHECK, `complete at ${folders.join(", ")}`);
  const preload = missing.find((path) => path.endsWith("/preload.js"));
  return failed(
    CHECK,
    preload === undefined
      ? `${missing.length} of its files are missing: ${missing.slice(0, 3).join(", ")}`
      : `its preload script ${preload} is missing, without which a page has no bridge`,
    "pack the whole folder dist of the package: the patterns of the packager (files, ignore) leave some of it out",
  );
}
