import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import {
  RPC_DEFAULT_FOLDER,
  RPC_FOLDER_VARIABLES,
  RPC_SOCKETS,
  RPC_WINDOWS_PIPES,
  rpcSocketName,
} from "../wire/index.js";

/** The facts of the host that decide where desktop apps listen. */
export interface RpcEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Lists the names in a folder; none when it cannot be read. */
type ListFolder = (folder: string) => string[];

/** Folders of packaged apps that are searched, at most: each costs ten looks. */
const PACKAGES_MAX = 100;
/** Apps whose folders come first, whatever their build. */
const OFFICIAL = /^(snap\.discord|app\/com\.discordapp\.)/;

/**
 * Where a desktop app may listen, in the order to try (R§3.1): ten sockets of the usual folder, then of those of packaged apps:
 * Flatpak apps of any id, and snaps. On Windows ten pipes.
 * @param folder searched instead, alone; on Windows what stands before the names of the pipes
 */
export function rpcSocketPaths(
  { platform, env }: RpcEnvironment,
  folder: string | undefined,
  list: ListFolder = listFolder,
): string[] {
  const names = Array.from({ length: RPC_SOCKETS }, (_, n) => rpcSocketName(n));
  if (platform === "win32") return names.map((name) => (folder ?? RPC_WINDOWS_PIPES) + name);
  const folders = folder === undefined ? foldersOf(env, list) : [folder];
  return folders.flatMap((one) => names.map((name) => path.posix.join(one, name)));
}

function foldersOf(env: RpcEnvironment["env"], list: ListFolder): string[] {
  const set = RPC_FOLDER_VARIABLES.map((name) => env[name]).find((value = "") => value !== "");
  const usual = set ?? RPC_DEFAULT_FOLDER;
  return [usual, ...packagedIn(usual, list).map((packaged) => path.posix.join(usual, packaged))];
}

/** Folders below the usual one in which packaged desktop apps listen. */
function packagedIn(usual: string, list: ListFolder): string[] {
  const below = (folder: string) => list(path.posix.join(usual, folder));
  const found = [
    ...below("app").map((id) => `app/${id}`),
    ...below(".flatpak").map((id) => `.flatpak/${id}/xdg-run`),
    ...list(usual).filter((name) => name.startsWith("snap.")),
  ].sort();
  const official = found.filter((one) => OFFICIAL.test(one));
  return [...new Set([...official, ...found])].slice(0, PACKAGES_MAX);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Whether to connect to a path: "foreign" is anything that is not a socket of this user. Another user's socket would hear what
 * the player does, and could claim to be the player's desktop app. On Windows the pipes have no owner that Node can read.
 */
export function judgeRpcSocket(
  socketPath: string,
  { platform }: Pick<RpcEnvironment, "platform">,
): "own" | "foreign" | "absent" {
  if (platform === "win32") return "own";
  const found = look(socketPath);
  if (found === undefined) return "absent";
  return found.isSocket() && found.uid === process.getuid?.() ? "own" : "foreign";
}

function look(socketPath: string) {
  try {
    return lstatSync(socketPath, { throwIfNoEntry: false });
  } catch {
    // The path leads through a file, or through a folder of somebody else.
    return undefined;
  }
}
