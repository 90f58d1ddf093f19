import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import type { Guard } from "../../guard/guard.js";
import { FRAGMENTS_MAX, listenTo, portOf } from "../../sockets/socket-port.js";
import { timeLimits } from "../../sockets/time-limits.js";
import { answerUpgrades, type Upgrade, type UpgradeTarget } from "../../sockets/upgrade.js";
import { VoiceConnection, type VoiceConnectionParts } from "./connection.js";

export interface VoiceServerOptions extends VoiceConnectionParts {
  /** Resolves when calls can have media; each upgrade waits for it. @throws {Error} when they cannot */
  prepare(): Promise<void>;
  readonly guard: Guard;
  /** Leaf certificate, PEM. `key` is its private key, PEM. */
  readonly cert: string;
  readonly key: string;
  /** 0: any free port */
  readonly port: number;
  /** How long a client may take for the TLS handshake, and then for its request; milliseconds. */
  readonly requestTimeoutMs: number;
}

const OLDEST_VERSION = 4;
const NEWEST_VERSION = 9;
const PAYLOAD_LIMIT = 1 << 20;

/** The voice gateway over TLS: every third-party client requires `wss` (voice-transport 6.4). */
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
      maxFragments: FRAGMENTS_MAX,
      perMessageDeflate: false,
    });
    const main = makeServer(options, sockets);
    const port = await listen(main, options.port, "127.0.0.1");
    const second = makeServer(options, sockets);
    // Without IPv6, or when the port is in use there, clients use the IPv4 address.
    const hasSecond = await listen(second, port, "::1").then(
      () => true,
      () => false,
    );
    const servers = hasSecond ? [main, second] : [main];
    for (const server of servers)
      server.on("error", (error) => options.guard.report("the listening socket", error));
    return new VoiceServer(port, servers, sockets);
  }

  /** Stops listening and terminates the remaining connections. */
  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(close));
  }
}

function makeServer(options: VoiceServerOptions, sockets: WebSocketServer): Server {
  const { cert, key, guard, requestTimeoutMs, prepare } = options;
  const server = createServer({
    cert,
    key,
    handshakeTimeout: requestTimeoutMs,
    ...timeLimits(requestTimeoutMs),
  });
  server.on("request", (_request, response) => response.writeHead(404).end());
  const choose = ({ query }: UpgradeTarget): Upgrade => {
    const version = versionOf(query);
    // There is no default version (2.1); the path is ignored.
    return version === undefined ? { status: 400 } : (socket) => open(options, socket, version);
  };
  answerUpgrades(server, sockets, guard, choose, { prepare });
  return server;
}

function open(options: VoiceServerOptions, socket: WebSocket, version: number): void {
  const { guard } = options;
  listenTo(socket, guard, new VoiceConnection(options, portOf(socket, guard), version));
}

function versionOf(query: URLSearchParams): number | undefined {
  const text = query.get("v") ?? "";
  const version = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  return version >= OLDEST_VERSION && version <= NEWEST_VERSION ? version : undefined;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
