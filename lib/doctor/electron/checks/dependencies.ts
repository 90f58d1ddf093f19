import { failed, ok, skipped, type Finding } from "../../finding.js";
import type { AppCode } from "../packaged-app.js";
import { packagesIn } from "../packages-in.js";

const CHECK = "dependencies";
/** The only one without which nothing runs: node-gyp-build finds addons that the loader's own search finds as well. */
const NEEDED = "ws";

/** Whether the packages are there that `sdkpp` imports. Packagers that do not know a package manager lose some. */
export function checkDependencies(code: AppCode): Finding {
  const folders = packagesIn(code, "sdkpp");
  if (folders.length === 0) return skipped(CHECK, "the app has no node_modules/sdkpp");
  const without = folders.find((folder) => !hasPackage(code, folder));
  if (without === undefined) return ok(CHECK, `${NEEDED} is there`);
  return failed(
    CHECK,
    `${without} finds no ${NEEDED}`,
    "let the packager collect all dependencies; with pnpm, node-linker=hoisted in .npmrc helps",
  );
}

/** Looks in the folders in which Node looks, from the package upwards. */
function hasPackage({ files }: AppCode, folder: string): boolean {
  const parts = folder.split("/");
  return (
    parts.some((_, index) => {
      const above = parts.slice(0, parts.length - index);
      return files.has([...above, "node_modules", NEEDED, "package.json"].join("/"));
    }) || files.has(`node_modules/${NEEDED}/package.json`)
  );
}
