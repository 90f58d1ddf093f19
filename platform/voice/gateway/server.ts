import type { IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { TimerClock } from "../../clock/clock.js";
import { VoiceConnection } from "./connection.js";
import type { VoiceGateway } from "./voice-gateway.js";

export interface VoiceServerOptions {
  readonly gateway: VoiceGateway;
  readonly clock: TimerClock;
  /** PEM of the leaf and its key. */
  readonly cert: string;
  readonly key: string;
  /** 0: any free one */
  readonly port: number;
}

const OLDEST_VERSION = 4;
const NEWEST_VERSION = 9;
const PAYLOAD_LIMIT = 1 << 20;

/** The voice gateway on TLS: every third-party client insists on `wss` (voice-transport 6.4). */
export class VoiceServer {
  readonly port: number;
  readonly sockets: WebSocketServer;
  readonly #servers: readonly Server[];

  private constructor(port: number, servers: readonly Server[], sockets: WebSocketServer) {
    this.port = port;
    this.#servers = servers;
    this.sockets = sockets;
  }

  /** Listens on both loopback addresses, because clients resolve `localhost` to either. */
  static async start(options: VoiceServerOptions): Promise<VoiceServer> {
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: PAYLOAD_LIMIT,
      perMessageDeflate: false,
    });
    const main = makeServer(options, sockets);
    const port = await listen(main, options.port, "127.0.0.1");
    const second = makeServer(options, sockets);
    // A machine without IPv6, or a neighbour on the same port there: clients then use the first.
    const hasSecond = await listen(second, port, "::1").then(
      () => true,
      () => false,
    );
    return new VoiceServer(port, hasSecond ? [main, second] : [main], sockets);
  }

  /** Closes the doors; whoever is still inside is cut off. */
  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(close));
  }
}

function makeServer(options: VoiceServerOptions, sockets: WebSocketServer): Server {
  const server = createServer({ cert: options.cert, key: options.key });
  server.on("request", (_request, response) => response.writeHead(404).end());
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const version = versionOf(request);
    if (version === undefined) refuseUpgrade(stream);
    else sockets.handleUpgrade(request, stream, head, (socket) => open(options, socket, version));
  });
  return server;
}

function open(options: VoiceServerOptions, socket: WebSocket, version: number): void {
  // A broken frame ends the socket with a code of its own; the close event says so.
  socket.on("error", () => undefined);
  const connection = new VoiceConnection(options.gateway, options.clock, portOf(socket), version);
  socket.on("message", (data: Buffer, isBinary) => connection.received(data, isBinary));
  socket.on("close", (code) => connection.closed(code));
}

function portOf(socket: WebSocket) {
  return {
    send: (data: string | Buffer) => {
      if (socket.readyState === socket.OPEN) socket.send(data);
    },
    close: (code: number) => socket.close(code),
    terminate: () => socket.terminate(),
  };
}

/** There is no default version (2.1); the path says nothing. */
function versionOf(request: IncomingMessage): number | undefined {
  const text = new URL(request.url ?? "/", "wss://localhost").searchParams.get("v") ?? "";
  const version = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  return version >= OLDEST_VERSION && version <= NEWEST_VERSION ? version : undefined;
}

function refuseUpgrade(stream: Duplex): void {
  // Nobody else listens any more, and a peer that is gone already must not end the process.
  stream.on("error", () => undefined);
  stream.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
