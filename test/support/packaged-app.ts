// A packaged app of Electron in a folder of its own, packed well unless a test says otherwise.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { asarOf } from "./asar-file.js";
import {
  addonPath,
  binaryFor,
  DEFAULT_FUSES,
  electronFor,
  SDKPP_FILES,
  writeFiles,
} from "./electron-app.mjs";

export type AppTarget =
  "linux-x64" | "linux-arm64" | "win32-x64" | "win32-arm64" | "darwin-arm64" | "darwin-universal";
type Contents = Readonly<Record<string, string | Uint8Array>>;

export interface AppRecipe {
  readonly target?: AppTarget;
  /** the fuses, a character each */
  readonly fuses?: string;
  /** beside `sdkpp`; {@link GONE} takes a file of it away */
  readonly files?: Contents;
  /** targets whose addons lie beside the archive; default: those of the app */
  readonly addons?: readonly string[];
  /** paths inside the archive that a packager should have unpacked */
  readonly packed?: Contents;
  /** paths that the archive has as unpacked, and which are not there */
  readonly lost?: Contents;
  /** a folder in the place of an archive */
  readonly isFolder?: boolean;
  /** anything else, by its path from the folder */
  readonly more?: Contents;
  /** macOS only */
  readonly infoPlist?: string;
}

export const MICROPHONE_PLIST =
  "<plist><dict><key>NSMicrophoneUsageDescription</key>\n<string>for calls</string></dict></plist>";

/** The architectures of an app. */
export const targetsOf = (target: AppTarget): string[] =>
  target === "darwin-universal" ? ["darwin-x64", "darwin-arm64"] : [target];

/** Makes an app below a folder. @returns what is named as `--electron` */
export function makeApp(below: string, recipe: AppRecipe = {}): string {
  const folder = mkdtempSync(path.join(below, "app-"));
  const { target = "linux-x64", fuses = DEFAULT_FUSES, more = {} } = recipe;
  writeFiles(folder, {
    ...programOf(target, fuses, recipe.infoPlist),
    ...codeOf(recipe, resourcesOf(target)),
    ...more,
  });
  return folder;
}

/** Where the resources of an app are in its folder. */
export function resourcesOf(target: AppTarget): string {
  return target.startsWith("darwin") ? "Game.app/Contents/Resources" : "resources";
}

function programOf(target: AppTarget, fuses: string, infoPlist = MICROPHONE_PLIST): Contents {
  const electron = electronFor(target, fuses);
  if (target.startsWith("linux"))
    return { game: electron, "chrome-sandbox": binaryFor("linux-x64"), LICENSE: "" };
  if (target.startsWith("win32")) return { "Game.exe": electron, "ffmpeg.dll": binaryFor("win32-x64") };
  return {
    "Game.app/Contents/MacOS/Game": electron.subarray(0, 128),
    "Game.app/Contents/Frameworks/Electron Framework.framework/Electron Framework": electron,
    "Game.app/Contents/Info.plist": infoPlist,
  };
}

function codeOf(recipe: AppRecipe, resources: string): Contents {
  const { target = "linux-x64", addons = targetsOf(target), files = {}, packed = {}, lost = {} } = recipe;
  const unpacked = Object.fromEntries(addons.map((each) => [addonPath(each), binaryFor(each)]));
  const all = { "package.json": '{ "name": "game" }', "main.js": "", ...SDKPP_FILES, ...files };
  const inside = Object.fromEntries(Object.entries(all).filter(([, contents]) => contents !== GONE));
  if (recipe.isFolder === true) return placed(`${resources}/app`, { ...inside, ...packed, ...unpacked });
  return {
    [`${resources}/app.asar`]: asarOf({ ...inside, ...packed, ...unpacked, ...lost }, [
      ...Object.keys(unpacked),
      ...Object.keys(lost),
    ]),
    ...placed(`${resources}/app.asar.unpacked`, unpacked),
  };
}

/** The contents of a file that is to be left out. */
export const GONE = "(gone)";

function placed(folder: string, files: Contents): Contents {
  return Object.fromEntries(Object.entries(files).map(([name, contents]) => [`${folder}/${name}`, contents]));
}

/** A folder for the apps of a test file. */
export const folderForApps = (): string => mkdtempSync(path.join(tmpdir(), "sdkpp-apps-"));
