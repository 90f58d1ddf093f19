import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { desktopEntry, mimeTypeOf, splitCommand, withDefaultApplication } from "../../protocol/index.js";
import { steamAddress, type LaunchEnvironment, type LaunchTarget } from "./launch-environment.js";

/** Longest `mimeapps.list` that is changed, bytes; a real one has a few thousand. */
const LIST_MAX = 1_048_576;
/** The bits of a mode that `chmod` sets. */
const MODE_BITS = 0o7777;

/**
 * A desktop entry of the user, and the line of `mimeapps.list` that makes it the program for the scheme. Both are written
 * without tools of the desktop: those of the system do not run inside Steam's runtime.
 * @throws {Error} when it cannot be written
 */
export function registerOnLinux(
  applicationId: bigint,
  scheme: string,
  target: LaunchTarget,
  environment: LaunchEnvironment,
): void {
  const words = wordsOf(target, environment.ownWords);
  const entry = entryPath(scheme, environment);
  mkdirSync(path.dirname(entry), { recursive: true });
  replaceFile(entry, desktopEntry({ applicationId, scheme, words, takesAddress: target.kind !== "steam" }));
  changeList(scheme, path.basename(entry), environment);
}

/** @throws {Error} when it cannot be written */
export function unregisterOnLinux(scheme: string, environment: LaunchEnvironment): void {
  if (existsSync(listPath(environment))) changeList(scheme, undefined, environment);
  rmSync(entryPath(scheme, environment), { force: true });
}

function wordsOf(target: LaunchTarget, own: readonly string[]): readonly string[] {
  if (target.kind === "own") return own;
  if (target.kind === "steam") return ["xdg-open", steamAddress(target.appId)];
  // A path with blanks is more likely than a program with the name of its first half.
  if (path.isAbsolute(target.text) && existsSync(target.text)) return [target.text];
  const words = splitCommand(target.text);
  if (words === undefined) throw new Error("the command has a quote without an end, or no program");
  return words;
}

function entryPath(scheme: string, { env, home }: LaunchEnvironment): string {
  return path.join(folderOf(env["XDG_DATA_HOME"], home, ".local/share"), "applications", `${scheme}.desktop`);
}

function listPath({ env, home }: LaunchEnvironment): string {
  return path.join(folderOf(env["XDG_CONFIG_HOME"], home, ".config"), "mimeapps.list");
}

/** Relative paths in these variables are to be ignored (XDG Base Directory Specification). */
function folderOf(set: string | undefined, home: string, usual: string): string {
  return set !== undefined && path.isAbsolute(set) ? set : path.join(home, usual);
}

function changeList(scheme: string, entry: string | undefined, environment: LaunchEnvironment): void {
  const list = listPath(environment);
  mkdirSync(path.dirname(list), { recursive: true });
  // Where the list is a link into a folder of settings, the file there changes, not the link.
  const file = existsSync(list) ? realpathSync(list) : list;
  // As bytes: what others wrote may be in any encoding, and our own line is ASCII.
  const before = existsSync(file) ? readFileSync(file, "latin1") : "";
  if (before.length > LIST_MAX) throw new Error(`${file} is too large`);
  const after = withDefaultApplication(before, mimeTypeOf(scheme), entry);
  if (after !== before) replaceFile(file, Buffer.from(after, "latin1"));
}

/** Others read the old file or the new one, never a part. A file that exists keeps its mode. */
function replaceFile(file: string, content: string | Buffer): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  const next = `${file}.${crypto.randomUUID()}`;
  try {
    writeFileSync(next, content, { flag: "wx" });
    if (mode !== undefined) chmodSync(next, mode & MODE_BITS);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
