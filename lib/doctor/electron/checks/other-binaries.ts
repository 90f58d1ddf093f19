import { ok, type Finding } from "../../finding.js";
import { addonsOf, fits } from "../addons-of.js";
import type { AppCode, PackagedApp } from "../packaged-app.js";

const CHECK = "binaries of other systems";

/** Counts addons that the app never loads. They are no fault: they only make the app larger. */
export function checkOtherBinaries(code: AppCode, app: PackagedApp): Finding {
  const others = addonsOf(app, code).filter((addon) => !app.arches.some((arch) => fits(addon, app, arch)));
  if (others.length === 0 || app.arches.length === 0) return ok(CHECK, "none");
  const bytes = others.reduce((sum, { file }) => sum + file.size, 0);
  return ok(
    CHECK,
    `${others.length} of ${(bytes / 1e6).toFixed(1)} MB, which are never loaded; leave them out with ${patternsOf(app)}`,
  );
}

/** Patterns for `files` of electron-builder. */
function patternsOf({ layout: { platform }, arches }: PackagedApp): string {
  const own = arches.map((arch) => `${platform}-${arch}`).join("|");
  const patterns = [`"!**/sdkpp/prebuilds/!(${own})/**"`];
  if (platform === "linux") patterns.push('"!**/sdkpp.musl.node"');
  return patterns.join(", ");
}
