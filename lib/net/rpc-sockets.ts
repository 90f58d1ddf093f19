import { lstatSync } from "node:fs";
import path from "node:path";
import {
  RPC_DEFAULT_FOLDER,
  RPC_FOLDER_VARIABLES,
  RPC_SOCKETS,
  RPC_WINDOWS_PIPES,
  rpcSocketName,
} from "../wire/index.js";

/** What decides where desktop apps listen. */
export interface RpcSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Folders below the usual one in which packaged desktop apps listen: Flatpak and snap, each in its builds. */
const PACKAGED_FOLDERS = [
  "app/com.discordapp.Discord",
  "app/com.discordapp.DiscordPTB",
  "app/com.discordapp.DiscordCanary",
  "snap.discord",
  "snap.discord-ptb",
  "snap.discord-canary",
];

/**
 * Where a desktop app may listen, in the order to try (R§3.1): ten sockets of the usual folder, then of those of packaged apps.
 * On Windows ten pipes.
 * @param folder searched instead, alone; on Windows what stands before the names of the pipes
 */
export function rpcSocketPaths({ platform, env }: RpcSurroundings, folder: string | undefined): string[] {
  const names = Array.from({ length: RPC_SOCKETS }, (_, n) => rpcSocketName(n));
  if (platform === "win32") return names.map((name) => (folder ?? RPC_WINDOWS_PIPES) + name);
  const folders = folder === undefined ? foldersOf(env) : [folder];
  return folders.flatMap((one) => names.map((name) => path.posix.join(one, name)));
}

function foldersOf(env: RpcSurroundings["env"]): string[] {
  const set = RPC_FOLDER_VARIABLES.map((name) => env[name]).find((value = "") => value !== "");
  const usual = set ?? RPC_DEFAULT_FOLDER;
  return [usual, ...PACKAGED_FOLDERS.map((packaged) => path.posix.join(usual, packaged))];
}

/**
 * Whether to connect to a path: "foreign" is anything that is not a socket of this user. Another user's socket would hear what
 * the player does, and could claim to be the player's desktop app. On Windows the pipes have no owner that Node can read.
 */
export function judgeRpcSocket(
  socketPath: string,
  { platform }: Pick<RpcSurroundings, "platform">,
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
