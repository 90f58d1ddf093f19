import type { Socket } from "node:net";
import { RpcConnection, type RpcConnectionOptions } from "./rpc-connection.js";
import { RpcError } from "./rpc-error.js";
import { judgeRpcSocket, rpcSocketPaths } from "./rpc-sockets.js";

export interface RpcSearchOptions extends RpcConnectionOptions {
  /** searched instead of the usual places */
  folder: string | undefined;
  /** ends the search, not the connection */
  signal: AbortSignal;
}

/**
 * Connects to the first desktop app that takes the game. Sockets of other users are passed over, and so are those that nobody
 * answers on; an app that refuses the game ends the search.
 * @throws {RpcError} RPC_UNAVAILABLE when there is no such app, RPC_CLOSED when it refuses and when the search is ended
 */
export async function findDesktopApp(search: RpcSearchOptions): Promise<RpcConnection> {
  const { folder, signal, ...options } = search;
  const { connect } = await import("node:net");
  const passedOver: string[] = [];
  for (const path of rpcSocketPaths(process, folder)) {
    if (signal.aborted) break;
    const judgement = judgeRpcSocket(path, process);
    if (judgement === "absent") continue;
    try {
      if (judgement === "own") return await opened(connect(path), options, signal);
      passedOver.push(`${path} is not a socket of this user`);
    } catch (error) {
      if (!(error instanceof RpcError) || error.rpcCode !== 0) throw error;
      if (process.platform !== "win32") passedOver.push(`${path}: ${error.message}`);
    }
  }
  if (signal.aborted) throw new RpcError("RPC_CLOSED", "the search for a desktop app was ended");
  const details = passedOver.map((why) => `; ${why}`).join("");
  const message = `no desktop app answers on this machine: start it, or set rpcFolder to where it listens${details}`;
  throw new RpcError("RPC_UNAVAILABLE", message);
}

async function opened(
  socket: Socket,
  options: RpcConnectionOptions,
  signal: AbortSignal,
): Promise<RpcConnection> {
  const stop = (): void => void socket.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await RpcConnection.open(socket, options);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
