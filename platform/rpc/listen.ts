import { chmodSync, lstatSync, rmSync } from "node:fs";
import { connect, type Server } from "node:net";
import { RPC_SOCKETS, rpcSocketName } from "sdkpp/wire";
import { StartError } from "../guard/start-error.js";
import type { SocketFolder } from "./socket-folder.js";

/** The socket that an app listens on. */
export interface SocketAddress {
  readonly path: string;
  /** 0 to 9 */
  readonly number: number;
}

/** Bytes of a socket's path that the system takes; it would cut a longer one and listen somewhere else. */
const PATH_BYTES_MAX = process.platform === "darwin" ? 103 : 107;
/** How long a program may take to accept a connection before its socket counts as in use, milliseconds. */
const PROBE_MS = 1000;
const PRIVATE_SOCKET = 0o600;

/**
 * Listens on the socket with the lowest number that no program answers on (R§3.1). The file of a program that has ended is
 * removed; any other file stays where it is.
 * @throws {StartError} RPC_SOCKET_UNUSABLE
 */
export async function listenInFolder(server: Server, folder: SocketFolder): Promise<SocketAddress> {
  for (let number = 0; number < RPC_SOCKETS; number += 1) {
    const path = folder.prefix + rpcSocketName(number);
    if (folder.isOnDisk) checkLength(path);
    if (folder.isOnDisk && !(await isFree(path))) continue;
    if (!(await tryListen(server, path))) continue;
    if (folder.isOnDisk) chmodSync(path, PRIVATE_SOCKET);
    return { path, number };
  }
  throw new StartError(
    "RPC_SOCKET_UNUSABLE",
    `All ${RPC_SOCKETS} RPC sockets of ${folder.path} are in use`,
    "stop a program that uses one, or choose another folder",
  );
}

function checkLength(path: string): void {
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return;
  throw new StartError(
    "RPC_SOCKET_UNUSABLE",
    `The path of the RPC socket ${path} has more than ${PATH_BYTES_MAX} bytes`,
    "choose a folder with a shorter path",
  );
}

async function isFree(path: string): Promise<boolean> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isSocket() || (await isAnswered(path))) return false;
  try {
    rmSync(path);
    return true;
  } catch {
    // It belongs to somebody else.
    return false;
  }
}

/** Only a refusal proves that the program has ended. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    const answer = (isAnswered: boolean) => {
      probe.destroy();
      resolve(isAnswered);
    };
    probe.setTimeout(PROBE_MS, () => answer(true));
    probe.once("connect", () => answer(true));
    probe.once("error", ({ code }: NodeJS.ErrnoException) =>
      answer(code !== "ECONNREFUSED" && code !== "ENOENT"),
    );
  });
}

/** @returns false when another program was faster */
function tryListen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off("listening", listening);
      if (error.code === "EADDRINUSE" || error.code === "EACCES") return resolve(false);
      const found = `Could not listen on ${path} (${error.message})`;
      reject(new StartError("RPC_SOCKET_UNUSABLE", found, "choose another folder", { cause: error }));
    };
    const listening = () => {
      server.off("error", failed);
      resolve(true);
    };
    server.once("error", failed);
    server.once("listening", listening);
    server.listen(path);
  });
}
