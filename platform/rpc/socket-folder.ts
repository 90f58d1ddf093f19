import { lstatSync, mkdirSync, mkdtempSync, rmSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RPC_DEFAULT_FOLDER, RPC_FOLDER_VARIABLES, RPC_WINDOWS_PIPES } from "sdkpp/wire";
import { StartError } from "../guard/start-error.js";

/** The folder in which a desktop app listens. */
export interface SocketFolder {
  /** Prefix of a socket's name: the folder and a slash, or a prefix of Windows pipes. */
  readonly prefix: string;
  /** The folder itself; on Windows the prefix, which is no folder. */
  readonly path: string;
  /** Whether sockets are files. */
  readonly isOnDisk: boolean;
  /** Removes a folder that was made for one app. */
  remove(): void;
}

/** Which folder to use: a new one of its own, one by name, or the one where games look first. */
export type FolderChoice =
  { readonly kind: "own" } | { readonly kind: "named"; readonly path: string } | { readonly kind: "real" };

/** Facts of the host that decide the folder, beside the choice. */
export interface FolderEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** User of this process; undefined on Windows. */
  readonly uid: number | undefined;
}

/** Rights of others. */
const OTHERS = 0o077;
const STICKY = 0o1000;
const PRIVATE_FOLDER = 0o700;
const ROOT = 0;
const OWN_NAME = "sdkpp-rpc-";

/**
 * Opens the folder of an app's sockets. A folder that others may write to lets them put their own socket in its place, so it
 * must belong to this user, be no link, and be closed to others; the real one may also be a shared one of the system (`/tmp`).
 * @throws {StartError} RPC_SOCKET_UNUSABLE
 */
export function openSocketFolder(choice: FolderChoice, environment: FolderEnvironment): SocketFolder {
  if (environment.platform === "win32") return pipes(choice);
  switch (choice.kind) {
    case "own":
      return ownFolder();
    case "named": {
      // Without a slash at its end, which would stand for what a link leads to.
      const path = resolve(choice.path);
      makeFolder(path);
      return folder(checkedFolder(path, environment.uid, false));
    }
    case "real":
      return folder(checkedFolder(resolve(realFolder(environment.env)), environment.uid, true));
  }
}

/** The first folder in which games look for sockets (R§3.1). */
export function realFolder(env: Readonly<Record<string, string | undefined>>): string {
  const set = RPC_FOLDER_VARIABLES.map((name) => env[name]).find(
    (value) => value !== undefined && value !== "",
  );
  return set ?? RPC_DEFAULT_FOLDER;
}

function ownFolder(): SocketFolder {
  const path = made(() => mkdtempSync(join(tmpdir(), OWN_NAME)), tmpdir());
  return { ...folder(path), remove: () => rmSync(path, { recursive: true, force: true }) };
}

function makeFolder(path: string): void {
  if (look(path) === undefined) made(() => mkdirSync(path, { mode: PRIVATE_FOLDER }), path);
}

function made<T>(make: () => T, path: string): T {
  try {
    return make();
  } catch (error) {
    const { message } = error as Error;
    throw unusable(`Could not make a folder for RPC sockets in ${path} (${message})`, error);
  }
}

/** Stats of the entry at a path, without following a link. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unusable(
      `Could not look at the folder for RPC sockets ${path} (${(error as Error).message})`,
      error,
    );
  }
}

/** @param isShared whether a folder of the system will do in which nobody can replace what belongs to others */
function checkedFolder(path: string, uid: number | undefined, isShared: boolean): string {
  const found = look(path);
  if (found === undefined) throw unusable(`The folder for RPC sockets ${path} does not exist`);
  if (found.isSymbolicLink()) throw unusable(`The folder for RPC sockets ${path} is a link`);
  if (!found.isDirectory()) throw unusable(`The folder for RPC sockets ${path} is not a folder`);
  if (isShared && isSystemFolder(found)) return path;
  if (found.uid !== uid)
    throw unusable(`The folder for RPC sockets ${path} belongs to user ${found.uid}, not to user ${uid}`);
  if ((found.mode & OTHERS) !== 0)
    throw unusable(
      `The folder for RPC sockets ${path} is open to other users (mode ${(found.mode & 0o777).toString(8)}, expected 700)`,
    );
  return path;
}

function isSystemFolder({ uid, mode }: Stats): boolean {
  return uid === ROOT && (mode & STICKY) !== 0;
}

function folder(path: string): SocketFolder {
  return { path, prefix: join(path, "/"), isOnDisk: true, remove: () => undefined };
}

/** Pipes have no folder: another prefix keeps them apart from those of the real app. */
function pipes(choice: FolderChoice): SocketFolder {
  const path =
    choice.kind === "real"
      ? RPC_WINDOWS_PIPES
      : choice.kind === "named"
        ? choice.path
        : `${RPC_WINDOWS_PIPES}${OWN_NAME}${process.pid}-`;
  return { path, prefix: path, isOnDisk: false, remove: () => undefined };
}

function unusable(what: string, cause?: unknown): StartError {
  return new StartError("RPC_SOCKET_UNUSABLE", what, "choose another folder, or none for a new one", {
    cause,
  });
}
