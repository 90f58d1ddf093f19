import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { HostRule } from "./host-rule.js";
import type { Guard } from "../guard/guard.js";

/** A request target split into two parts; defined for malformed targets too. */
export interface UpgradeTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A rejected upgrade: the HTTP status of the response. */
export interface UpgradeRejection {
  readonly status: 400 | 403 | 404;
}

/** Accepts a new socket, or rejects the upgrade. */
export type Upgrade = ((socket: WebSocket) => void) | UpgradeRejection;

/** Takes an upgrade as a whole. */
export type UpgradeAside = (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean;

export interface UpgradeOptions {
  /** Takes upgrades that are not for these sockets; false: it does not. */
  readonly aside?: UpgradeAside;
  /** Default: any, for servers whose certificate browsers would not trust under another name. */
  readonly hosts?: Pick<HostRule, "admits">;
  /** An accepted upgrade waits for it, and is rejected with 503 when it fails. */
  readonly prepare?: () => Promise<void>;
}

const ANY_HOST = { admits: () => true };

const STATUS_TEXTS = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/**
 * Answers the upgrades of an HTTP server.
 * @param choose decides what happens to a target
 */
export function answerUpgrades(
  server: Server,
  sockets: WebSocketServer,
  guard: Guard,
  choose: (target: UpgradeTarget) => Upgrade,
  { aside = () => false, hosts = ANY_HOST, prepare }: UpgradeOptions = {},
): void {
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const guarded = (run: () => void): void =>
      void guard.run("an upgrade", run, () => void reject(stream, 500));
    guarded(() => {
      if (!hosts.admits(request.headers.host)) return reject(stream, 403);
      if (aside(request, stream, head)) return;
      const upgrade = choose(targetOf(request.url));
      if (typeof upgrade !== "function") return reject(stream, upgrade.status);
      const answerNow = (): void => guarded(() => answer(sockets, guard, request, stream, head, upgrade));
      if (prepare === undefined) return answerNow();
      // A peer may be gone before the wait is over.
      stream.on("error", () => undefined);
      guard.start("an upgrade", prepare().then(answerNow), () => void reject(stream, 503));
    });
  });
}

/** Does not use `URL`, which throws for malformed targets (`//`, `http://[`). */
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
  upgrade: (socket: WebSocket) => void,
): void {
  sockets.handleUpgrade(request, stream, head, (socket) => {
    // `ws` closes the socket after a broken frame without a reason text, so the log has the reason.
    socket.on("error", (error) => guard.remark(`closed a socket: ${error.message}`));
    guard.run(
      "a new socket",
      () => upgrade(socket),
      () => socket.terminate(),
    );
  });
}

function reject(stream: Duplex, status: keyof typeof STATUS_TEXTS): void {
  // Without a listener, an error of a peer that is already gone would end the process.
  stream.on("error", () => undefined);
  stream.once("finish", () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_TEXTS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
