import type { Libc } from "../../native/index.js";
import { headOf, type AppFile } from "./app-file.js";
import { BINARY_HEAD_BYTES, binaryKindOf } from "./binary-kind.js";
import type { AppCode, PackagedApp } from "./packaged-app.js";

/** A binary of the addon in an app. */
export interface PackedAddon {
  readonly file: AppFile;
  /** `linux-x64`, ...; empty: not known */
  readonly targets: readonly string[];
  /** undefined: its name does not say */
  readonly libc: Libc | undefined;
}

const NAME = /(?:^|\/)sdkpp(?:\.(glibc|musl))?\.node$/;
/** The last folder of `prebuilds/linux-x64/`. */
const FOLDER = /(?:^|\/)prebuilds\/(\w+-\w+)\/[^/]+$/;

/** All binaries of the addon that come with an app, wherever the loader of the addon may find them. */
export function addonsOf({ besides }: PackagedApp, { files }: AppCode): PackedAddon[] {
  return [...files.values(), ...besides].flatMap((file) => {
    const [isAddon, libc] = NAME.exec(file.path) ?? [];
    return isAddon === undefined ? [] : [{ file, targets: targetsOf(file), libc: libc as Libc | undefined }];
  });
}

/** The file itself says it; the folder of one that is missing. */
function targetsOf(file: AppFile): string[] {
  const kind = binaryKindOf(headOf(file, BINARY_HEAD_BYTES));
  if (kind !== undefined) return kind.arches.map((arch) => `${kind.platform}-${arch}`);
  const folder = file.place === "missing" ? FOLDER.exec(file.path)?.[1] : undefined;
  return folder === undefined ? [] : [folder];
}

/** Whether a binary is for an app on one of its architectures. */
export function fits({ targets, libc }: PackedAddon, app: PackagedApp, arch: string): boolean {
  const hasLibc = libc === undefined || app.libc === undefined || libc === app.libc;
  return hasLibc && targets.includes(`${app.layout.platform}-${arch}`);
}
