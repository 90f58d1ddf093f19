import path from "node:path";
import { isInside, type AddonPlaces } from "./addon-paths.js";

/** The part of the package node-gyp-build that this module uses; the package has no types. */
interface NodeGypBuild {
  /** @throws when it finds no build */
  path(folder: string): string;
}

/**
 * Whether node-gyp-build can search for the addon: the code runs from the installed package or its checkout, and the files
 * are on the disk. Bundles and single files have no package folder of their own, and it does not know asar archives.
 */
export function canUseNodeGypBuild({ moduleFolder, packageFolder }: AddonPlaces): boolean {
  if (moduleFolder === undefined || packageFolder === undefined) return false;
  return isInside(moduleFolder, packageFolder, path) && !/\.asar[\\/]/.test(packageFolder);
}

/**
 * Finds the addon with node-gyp-build, which reads `SDKPP_PREBUILD`, `PREBUILDS_ONLY`, `LIBC`, `npm_config_arch` and
 * `npm_config_platform`. It only names the file: its `load` ends the search at the first file that does not load.
 * @param packageFolder of the installed package
 * @returns the path of the file
 * @throws when there is no build, or node-gyp-build itself is missing
 */
export function pathByNodeGypBuild(packageFolder: string): string {
  const require = process.getBuiltinModule("node:module").createRequire(path.join(packageFolder, "package.json"));
  return (require("node-gyp-build") as NodeGypBuild).path(packageFolder);
}
