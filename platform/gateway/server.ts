import type { Server } from "node:http";
import { GatewayCloseCode } from "sdkpp/wire";
import { WebSocketServer, type WebSocket } from "ws";
import type { Guard } from "../guard/guard.js";
import type { Closing } from "../sockets/closing.js";
import { FRAGMENTS_MAX, listenTo, portOf } from "../sockets/socket-port.js";
import { answerUpgrades, type Upgrade, type UpgradeOptions, type UpgradeTarget } from "../sockets/upgrade.js";
import { closing } from "./closings.js";
import { GatewayConnection, type ConnectionContext } from "./connection.js";
import { transportEncoder, TRANSPORTS } from "./transports.js";

/** Includes `/`: one client library accepts only a host and a port. */
const PATHS: ReadonlySet<string> = new Set(["/gateway", "/gateway/", "/"]);
/** Above the connection's own limit, so that an oversized payload closes the socket with the gateway's code. */
const SOCKET_PAYLOAD_LIMIT = 1 << 20;

/** Attaches the main gateway to an HTTP server. */
export function mountGateway(
  server: Server,
  context: ConnectionContext,
  guard: Guard,
  options: UpgradeOptions,
): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_PAYLOAD_LIMIT,
    maxFragments: FRAGMENTS_MAX,
    perMessageDeflate: false,
  });
  const choose = (target: UpgradeTarget): Upgrade =>
    PATHS.has(target.path) ? (socket) => open(context, guard, socket, target) : { status: 404 };
  answerUpgrades(server, sockets, guard, choose, options);
  return sockets;
}

function open(context: ConnectionContext, guard: Guard, socket: WebSocket, { query }: UpgradeTarget): void {
  const version = Number(query.get("v") ?? "10");
  const compress = query.get("compress") ?? "";
  const port = portOf(socket, guard);
  const rejection = rejectionOf(version, query.get("encoding") ?? "json", compress);
  if (rejection !== undefined) {
    context.log(`main gateway: closed a socket with ${rejection.code}: ${rejection.reason}`);
    return port.close(rejection);
  }
  listenTo(socket, guard, new GatewayConnection(context, port, version, transportEncoder(compress, guard)));
}

function rejectionOf(version: number, encoding: string, compress: string): Closing | undefined {
  const { InvalidVersion, DecodeError } = GatewayCloseCode;
  if (version !== 9 && version !== 10) return closing(InvalidVersion, "v must be 9 or 10");
  if (encoding !== "json") return closing(DecodeError, "encoding must be json; etf is not emulated");
  return TRANSPORTS.has(compress) || compress === ""
    ? undefined
    : closing(DecodeError, `compress must be one of ${[...TRANSPORTS.keys()].join(", ")}`);
}
