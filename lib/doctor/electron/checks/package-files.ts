import { failed, ok, skipped, type Finding } from "../../finding.js";
import type { AppCode } from "../packaged-app.js";
import { missingOf } from "../missing-of.js";
import { packagesIn } from "../packages-in.js";

const CHECK = "sdkpp";
const PROGRAM = "voice-process.js";

/** Whether all files that `sdkpp` runs from are in the app, the program of voice processes among them. */
export function checkPackageFiles(code: AppCode): Finding {
  const folders = packagesIn(code, CHECK);
  if (folders.length === 0) return bundled(code);
  const missing = folders.flatMap((folder) => missingOf(code, folder, [`dist/bundle/${PROGRAM}`]));
  if (missing.length === 0) return ok(CHECK, `complete at ${folders.join(", ")}`);
  return failed(
    CHECK,
    `${missing.length} of its files are missing: ${missing.slice(0, 3).join(", ")}`,
    "pack the whole folder dist of the package: the patterns of the packager (files, ignore) leave some of it out",
  );
}

function bundled({ files }: AppCode): Finding {
  const program = [...files.keys()].find((path) => path === PROGRAM || path.endsWith(`/${PROGRAM}`));
  return skipped(
    CHECK,
    program === undefined
      ? "the app has no node_modules/sdkpp, and so may be bundled; for calls in a voice process copy the package's dist/bundle along and name its voice-process.js as program"
      : `the app has no node_modules/sdkpp, and so may be bundled; the program of voice processes is ${program}`,
  );
}
