import { RpcConnection, type RpcConnectionOptions } from "./rpc-connection.js";
import { RpcError } from "./rpc-error.js";
import { judgeRpcSocket, rpcSocketPaths } from "./rpc-sockets.js";

export interface RpcSearchOptions extends RpcConnectionOptions {
  /** searched instead of the usual places */
  folder: string | undefined;
}

/**
 * Connects to the first desktop app that takes the game. Sockets of other users are passed over, and so are those that nobody
 * answers on; an app that refuses the game ends the search.
 * @throws {RpcError} RPC_UNAVAILABLE when there is no such app, RPC_CLOSED when it refuses
 */
export async function findDesktopApp({ folder, ...options }: RpcSearchOptions): Promise<RpcConnection> {
  const { connect } = await import("node:net");
  const passedOver: string[] = [];
  for (const path of rpcSocketPaths(process, folder)) {
    const judgement = judgeRpcSocket(path, process);
    if (judgement === "absent") continue;
    try {
      if (judgement === "own") return await RpcConnection.open(connect(path), options);
      passedOver.push(`${path} is not a socket of this user`);
    } catch (error) {
      if (!(error instanceof RpcError) || error.rpcCode !== 0) throw error;
      if (process.platform !== "win32") passedOver.push(`${path}: ${error.message}`);
    }
  }
  const details = passedOver.map((why) => `; ${why}`).join("");
  throw new RpcError("RPC_UNAVAILABLE", `no desktop app answers on this machine${details}`);
}
