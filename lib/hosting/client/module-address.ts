import path from "node:path";
import { pathToFileURL } from "node:url";

/** @returns the address of a module, which may be given as a path */
export function moduleAddress(module: string | URL): string {
  if (module instanceof URL) return module.href;
  // a drive of Windows has one letter
  return /^[a-z][a-z+.-]+:/i.test(module) ? module : pathToFileURL(path.resolve(module)).href;
}
