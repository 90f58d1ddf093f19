import fs from "node:fs";
import path from "node:path";
import { bytesOf } from "./app-file.js";
import { BINARY_HEAD_BYTES, binaryKindOf, type BinaryKind } from "./binary-kind.js";

/** Where the parts of a packaged app are. */
export interface Layout {
  readonly platform: BinaryKind["platform"];
  readonly resources: string;
  /** The program that the user starts. */
  readonly program?: string;
  /** The file with the code of Electron, and with its fuses. */
  readonly electron?: string;
  /** macOS only. */
  readonly infoPlist?: string;
}

const FRAMEWORK = "Frameworks/Electron Framework.framework/Electron Framework";
/** Programs that Electron brings along. */
const HELPERS = /^(?:chrome[_-].*|crashpad_handler.*|.*\.so(?:\.\d+)*)$/;

/** Finds the parts of an app in the folder that a packager made; undefined: it has no packaged app. */
export function findLayout(folder: string): Layout | undefined {
  const contents = contentsOf(folder);
  if (contents !== undefined) return layoutOnMac(contents);
  const resources = path.join(folder, "resources");
  if (!isFolder(resources)) return undefined;
  const program = programIn(folder, ["linux", "win32"]);
  if (program === undefined) return { platform: "linux", resources };
  return { platform: program.platform, resources, program: program.file, electron: program.file };
}

/** The inside of a bundle of macOS: the folder itself, or the only one in it. */
function contentsOf(folder: string): string | undefined {
  const isBundle = (one: string) => isFolder(path.join(one, "Contents", "Resources"));
  const inside = namesIn(folder).filter((name) => name.endsWith(".app"));
  const bundle = [folder, ...inside.map((name) => path.join(folder, name))].find(isBundle);
  return bundle === undefined ? undefined : path.join(bundle, "Contents");
}

function layoutOnMac(contents: string): Layout {
  const program = programIn(path.join(contents, "MacOS"), ["darwin"])?.file;
  const electron = path.join(contents, FRAMEWORK);
  const infoPlist = path.join(contents, "Info.plist");
  return {
    platform: "darwin",
    resources: path.join(contents, "Resources"),
    ...(program !== undefined && { program }),
    ...(fs.existsSync(electron) && { electron }),
    ...(fs.existsSync(infoPlist) && { infoPlist }),
  };
}

interface Program {
  readonly file: string;
  readonly bytes: number;
  readonly platform: BinaryKind["platform"];
}

/** The largest program of a folder: Electron's is larger than any that is packed beside it. */
function programIn(folder: string, platforms: readonly BinaryKind["platform"][]): Program | undefined {
  const found: Program[] = namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || HELPERS.test(name) || name.endsWith(".dll")) return [];
    const platform = binaryKindOf(bytesOf(file, 0, BINARY_HEAD_BYTES))?.platform;
    return platform === undefined || !platforms.includes(platform)
      ? []
      : [{ file, bytes: stat.size, platform }];
  });
  return found.sort((a, b) => b.bytes - a.bytes)[0];
}

function namesIn(folder: string): string[] {
  return isFolder(folder) ? fs.readdirSync(folder) : [];
}

function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
