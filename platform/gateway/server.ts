import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { GatewayCloseCode } from "sdkpp/wire";
import { WebSocketServer, type WebSocket } from "ws";
import { GatewayConnection, type ConnectionContext } from "./connection.js";
import { streamEncoder } from "./encoder.js";

/** `/` as well: one library can only be given a host and port. */
const PATHS: ReadonlySet<string> = new Set(["/gateway", "/gateway/", "/"]);
/** Above what the connection itself refuses, so that the refusal has the gateway's own code. */
const SOCKET_PAYLOAD_LIMIT = 1 << 20;

/** Puts the main gateway onto an HTTP server. */
export function mountGateway(server: Server, context: ConnectionContext): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_PAYLOAD_LIMIT,
    perMessageDeflate: false,
  });
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!PATHS.has(pathOf(request))) refuseUpgrade(stream);
    else sockets.handleUpgrade(request, stream, head, (socket) => open(context, socket, request));
  });
  return sockets;
}

function open(context: ConnectionContext, socket: WebSocket, request: IncomingMessage): void {
  // A broken frame ends the socket with a code of its own; the close event says so.
  socket.on("error", () => undefined);
  const query = new URL(request.url ?? "/", "ws://localhost").searchParams;
  const version = Number(query.get("v") ?? "10");
  const refusal = refusalOf(version, query);
  if (refusal !== undefined) return socket.close(refusal);
  const transport = query.get("compress") === "zlib-stream" ? streamEncoder() : undefined;
  const connection = new GatewayConnection(context, portOf(socket), version, transport);
  socket.on("message", (data: Buffer, isBinary) => connection.received(data, isBinary));
  socket.on("close", (code) => connection.closed(code));
}

function refusalOf(version: number, query: URLSearchParams): number | undefined {
  if (version !== 9 && version !== 10) return GatewayCloseCode.InvalidVersion;
  const hasKnownEncoding = (query.get("encoding") ?? "json") === "json";
  const hasKnownCompression = ["zlib-stream", ""].includes(query.get("compress") ?? "");
  return hasKnownEncoding && hasKnownCompression ? undefined : GatewayCloseCode.DecodeError;
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

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

function refuseUpgrade(stream: Duplex): void {
  // Nobody else listens any more, and a peer that is gone already must not end the process.
  stream.on("error", () => undefined);
  stream.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
}
