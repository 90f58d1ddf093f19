import { createServer, type Server, type Socket } from "node:net";
import { RPC_ANSWER_MAX, RpcCloseCode, RpcOpcode, writeRpcFrame } from "sdkpp/wire";
import { RpcConnection, type RpcPort } from "./connection.js";
import type { DesktopApp } from "./desktop-app.js";
import { listenInFolder, type SocketAddress } from "./listen.js";
import type { SocketFolder } from "./socket-folder.js";

/** Connections of one app; more than anybody runs games. */
export const CONNECTIONS_MAX = 64;
/** How long games may take to read what was sent before the end, milliseconds. */
const FAREWELL_MS = 250;

/** The socket of a desktop app, and the games on it. */
export class DesktopServer {
  readonly #sockets = new Map<Socket, RpcConnection>();
  readonly #server: Server;
  readonly #folder: SocketFolder;

  private constructor(
    readonly app: DesktopApp,
    folder: SocketFolder,
  ) {
    this.#folder = folder;
    const { guard } = app.context;
    this.#server = createServer((socket) =>
      guard.run(
        "a new RPC socket",
        () => this.#accept(socket),
        () => void socket.destroy(),
      ),
    );
  }

  /** @throws {StartError} RPC_SOCKET_UNUSABLE when no socket of the folder can be used; the folder is removed if it was made */
  static async start(
    app: DesktopApp,
    folder: SocketFolder,
  ): Promise<{ server: DesktopServer; address: SocketAddress }> {
    const server = new DesktopServer(app, folder);
    try {
      const address = await listenInFolder(server.#server, folder);
      server.#server.on("error", (error) => app.context.guard.report("the listening socket", error));
      return { server, address };
    } catch (error) {
      folder.remove();
      throw error;
    }
  }

  /** Ends every connection and removes the socket. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const connection of this.#sockets.values())
      connection.close(RpcCloseCode.Normal, "the desktop app is quitting");
    const dropAll = (): void => {
      for (const socket of this.#sockets.keys()) socket.destroy();
    };
    const deadline = setTimeout(
      this.app.context.guard.listener("the end of all RPC sockets", dropAll),
      FAREWELL_MS,
    );
    await closed;
    clearTimeout(deadline);
    this.#folder.remove();
  }

  #accept(socket: Socket): void {
    const { guard, world } = this.app.context;
    // Without a listener, an error of a game that is gone would end the process.
    socket.on("error", () => undefined);
    if (this.#sockets.size >= CONNECTIONS_MAX) return turnAway(socket);
    const connection = new RpcConnection(this.app, portOf(socket), world.random.token(32));
    this.#sockets.set(socket, connection);
    socket.on("data", (chunk: Buffer) =>
      guard.run(
        "an RPC frame",
        () => connection.received(chunk),
        () => connection.faulted(),
      ),
    );
    const closed = (): void => {
      this.#sockets.delete(socket);
      connection.closed();
    };
    socket.on("close", guard.listener("the end of an RPC socket", closed));
  }
}

function turnAway(socket: Socket): void {
  const payload = JSON.stringify({ code: RpcCloseCode.RateLimited, message: "too many connections" });
  socket.end(writeRpcFrame(RpcOpcode.Close, payload, RPC_ANSWER_MAX), () => socket.destroy());
}

function portOf(socket: Socket): RpcPort {
  return {
    write: (frame) => {
      if (socket.writable) socket.write(frame);
    },
    get unsentBytes() {
      return socket.writableLength;
    },
    end: () => {
      // A game that does not read, or keeps its end open, is not waited for.
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
      socket.end(() => socket.destroy());
    },
    destroy: () => socket.destroy(),
  };
}
