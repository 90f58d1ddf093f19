import fs from "node:fs";
import path from "node:path";
import { libcOf, type Libc } from "../../native/index.js";
import { bytesOf, type AppFile } from "./app-file.js";
import { openArchive } from "./archive.js";
import { BINARY_HEAD_BYTES, binaryKindOf } from "./binary-kind.js";
import { filesIn } from "./files-in.js";
import { readFuses, type Fuses } from "./fuses.js";
import type { Layout } from "./layout.js";

/** The JavaScript of an app: an archive, or a folder. A universal app of macOS may have one for each architecture. */
export interface AppCode {
  /** `app.asar`, `app`, `app-x64.asar`, ... */
  readonly name: string;
  /** the architectures that run it */
  readonly arches: readonly string[];
  readonly files: ReadonlyMap<string, AppFile>;
  /** SHA-256 of the archive's header; undefined for a folder */
  readonly headerHash?: string;
  /** why it cannot be read; there are no files then */
  readonly problem?: string;
}

/** The app that the checks look at. */
export interface PackagedApp {
  readonly layout: Layout;
  /** of its Electron; empty: not known */
  readonly arches: readonly string[];
  /** Linux only */
  readonly libc: Libc | undefined;
  /** empty: there is none */
  readonly code: readonly AppCode[];
  /** of its Electron; undefined: not known */
  readonly fuses: Fuses | undefined;
  /** Files beside the app's code, where the loader of the addon looks, too. */
  readonly besides: readonly AppFile[];
}

/** Reads what the checks look at. @throws what reading a file throws */
export function openApp(layout: Layout): PackagedApp {
  const { electron, resources, platform, program } = layout;
  const head = electron === undefined ? Buffer.alloc(0) : bytesOf(electron, 0, BINARY_HEAD_BYTES);
  const arches = binaryKindOf(head)?.arches ?? [];
  return {
    layout,
    arches,
    libc: platform === "linux" ? (libcOf(head.toString("latin1")) ?? "glibc") : undefined,
    code: codeOf(resources, arches),
    fuses: electron === undefined ? undefined : readFuses(electron),
    besides: [resources, ...(program === undefined ? [] : [path.dirname(program)])].flatMap(addonsBeside),
  };
}

/** The code that Electron runs: an archive before a folder; in a universal app both halves, one of which `app.asar` chooses. */
function codeOf(resources: string, arches: readonly string[]): AppCode[] {
  const named = (name: string) =>
    [`${name}.asar`, name].find((one) => fs.existsSync(path.join(resources, one)));
  const halves = ["x64", "arm64"].flatMap((arch) => {
    const name = named(`app-${arch}`);
    return name === undefined ? [] : [openCode(resources, name, [arch])];
  });
  const name = named("app");
  if (halves.length > 0) return halves;
  return name === undefined ? [] : [openCode(resources, name, arches)];
}

function openCode(resources: string, name: string, arches: readonly string[]): AppCode {
  const file = path.join(resources, name);
  try {
    if (name.endsWith(".asar")) return { name, arches, ...openArchive(file) };
    return { name, arches, files: new Map(filesIn(file).map((found) => [found.path, found])) };
  } catch (error) {
    return { name, arches, files: new Map(), problem: (error as Error).message };
  }
}

/** Not the whole folder: on Windows and Linux the app's code is below it. */
function addonsBeside(folder: string): AppFile[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".node"));
  const files = names.map((name) => path.join(folder, name));
  const flat = files.map((onDisk): AppFile => {
    const { size } = fs.statSync(onDisk);
    return { path: path.basename(onDisk), place: "on the disk", onDisk, at: 0, size };
  });
  return [...flat, ...filesIn(path.join(folder, "prebuilds"))];
}
