import type { AppCode } from "./packaged-app.js";

/** Folders of a package in an app. More than one where two versions were installed, or a package manager copies. */
export function packagesIn({ files }: AppCode, name: string): string[] {
  const end = `node_modules/${name}/package.json`;
  return [...files.keys()]
    .filter((path) => path === end || path.endsWith(`/${end}`))
    .map((path) => path.slice(0, -"/package.json".length));
}
