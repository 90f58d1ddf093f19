import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { Guard } from "../guard/guard.js";

/** What a client asked for, in two parts that hold for every target, however malformed. */
export interface UpgradeTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** An upgrade that is not carried out: the HTTP status in place of it. */
export interface UpgradeRefusal {
  readonly status: 400 | 404;
}

/** Takes a socket over, or says why nobody does. */
export type Upgrade = ((socket: WebSocket) => void) | UpgradeRefusal;

const STATUS_WORDS = { 400: "Bad Request", 404: "Not Found", 500: "Internal Server Error" } as const;

/**
 * Answers the upgrades of an HTTP server.
 * @param choose what becomes of a target
 */
export function answerUpgrades(
  server: Server,
  sockets: WebSocketServer,
  guard: Guard,
  choose: (target: UpgradeTarget) => Upgrade,
): void {
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) =>
    guard.run(
      "an upgrade",
      () => answer(sockets, guard, request, stream, head, choose(targetOf(request.url))),
      () => refuse(stream, 500),
    ),
  );
}

/** Not by `URL`, which throws for many a target (`//`, `http://[`). */
export function targetOf(url = "/"): UpgradeTarget {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  return { path, query: new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)) };
}

function answer(
  sockets: WebSocketServer,
  guard: Guard,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  upgrade: Upgrade,
): void {
  if (typeof upgrade !== "function") return refuse(stream, upgrade.status);
  sockets.handleUpgrade(request, stream, head, (socket) => {
    // A broken frame ends the socket with a code of its own, which leaves no room for words.
    socket.on("error", (error) => guard.remark(`closed a socket: ${error.message}`));
    guard.run(
      "a new socket",
      () => upgrade(socket),
      () => socket.terminate(),
    );
  });
}

function refuse(stream: Duplex, status: keyof typeof STATUS_WORDS): void {
  // Nobody else listens any more, and a peer that is gone already must not end the process.
  stream.on("error", () => undefined);
  stream.once("finish", () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_WORDS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
