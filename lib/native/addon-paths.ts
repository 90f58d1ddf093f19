import type { PlatformPath } from "node:path";

const PACKAGE = "sdkpp";

/** The facts that decide where the addon may be. */
export interface AddonPlaces {
  /** folder of the running file, which may be a bundle; undefined where a bundler hides it */
  moduleFolder: string | undefined;
  /** folder of the installed package; undefined where there is none */
  packageFolder: string | undefined;
  /** the program that hosts the JavaScript: `process.execPath` */
  execPath: string;
  /** Electron's `process.resourcesPath` */
  resourcesPath: string | undefined;
  /** `process.platform` */
  platform: string;
  /** `process.arch` */
  arch: string;
  /** C library of the host on Linux; undefined where it is unknown: both are tried */
  libc: Libc | undefined;
}

export type Libc = "glibc" | "musl";

/**
 * Lists where the addon may be, in the order in which to try: beside the module, in the package, in the folder of unpacked
 * files beside an asar archive, beside the executable.
 * @param path `path.posix` or `path.win32`
 * @returns absolute paths, none twice
 */
export function addonPaths(places: AddonPlaces, path: PlatformPath): string[] {
  const { moduleFolder, packageFolder, execPath, resourcesPath } = places;
  const { names, prebuilds } = fileNames(places, path);
  const beside = (folder: string): string[] => [...names, ...prebuilds].map((name) => path.join(folder, name));
  const found = [
    ...(moduleFolder === undefined || isInside(moduleFolder, packageFolder, path) ? [] : beside(moduleFolder)),
    ...(packageFolder === undefined ? [] : inPackage(packageFolder, prebuilds, path)),
  ];
  const program = [path.dirname(execPath), ...(resourcesPath === undefined ? [] : [resourcesPath])];
  return [...new Set([...found, ...found.flatMap(unpacked), ...program.flatMap(beside)])];
}

/** A build of this machine comes before the prebuilt binary: its owner made it because they needed another one. */
function inPackage(folder: string, prebuilds: readonly string[], path: PlatformPath): string[] {
  const builds = ["Release", "Debug"].map((type) => path.join("build", type, "sdkpp.node"));
  return [...builds, ...prebuilds].map((name) => path.join(folder, name));
}

/** The names of the file beside a program, and of the prebuilt binaries that the package carries for this system. */
function fileNames({ platform, arch, libc }: AddonPlaces, path: PlatformPath) {
  const tagged = libcTags(platform, libc).map((tag) => `sdkpp.${tag}.node`);
  const folder = path.join("prebuilds", `${platform}-${arch}`);
  return {
    names: ["sdkpp.node", ...tagged],
    prebuilds: [...tagged, "sdkpp.node"].map((name) => path.join(folder, name)),
  };
}

function libcTags(platform: string, libc: Libc | undefined): Libc[] {
  if (platform !== "linux") return [];
  return libc === undefined ? ["glibc", "musl"] : [libc];
}

/** Whether a folder is another folder or is inside it. */
export function isInside(folder: string, parent: string | undefined, path: PlatformPath): boolean {
  return parent !== undefined && `${folder}${path.sep}`.startsWith(`${parent}${path.sep}`);
}

/** Electron reads from archives, the system's loader of libraries cannot: packagers put `.node` files beside the archive. */
function unpacked(file: string): string[] {
  const outside = file.replace(/\.asar(?=[\\/])/, ".asar.unpacked");
  return outside === file ? [] : [outside];
}

/**
 * Finds the installed package: one that contains the module, or is installed beside it or above it, or beside the executable.
 * Not above the executable: Node does not look there, and on some systems everybody may write to a drive's root. Resolving a
 * specifier would not do: bundlers rewrite it, and some hosts ask a registry for what is not installed.
 * @param moduleFolder of the running file; undefined where a bundler hides it
 * @param programFolder of the executable
 * @param isPackage whether the folder has a `package.json` that names this package
 */
export function findPackage(
  moduleFolder: string | undefined,
  programFolder: string,
  isPackage: (folder: string) => boolean,
  path: PlatformPath,
): string | undefined {
  const inModules = path.join("node_modules", PACKAGE);
  const above = moduleFolder === undefined ? [] : withParents(moduleFolder, path);
  for (const folder of [...above, programFolder]) {
    // An asar archive cannot be read everywhere: there the name of the folder has to do.
    if (folder.endsWith(path.sep + inModules) || isPackage(folder)) return folder;
    const installed = path.join(folder, inModules);
    if (isPackage(installed)) return installed;
  }
  return undefined;
}

function withParents(folder: string, path: PlatformPath): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent, path)];
}
