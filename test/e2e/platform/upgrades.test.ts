import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Guard } from "../../../platform/guard/guard.js";
import { answerUpgrades } from "../../../platform/sockets/upgrade.js";
import { waitFor } from "../../support/wait-for.js";

let server: Server;
let sockets: WebSocketServer;
let lines: string[];
let prepared: { resolve: () => void; reject: (error: Error) => void }[];
let opened: number;

const url = (): string => `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;

beforeEach(async () => {
  server = createServer();
  sockets = new WebSocketServer({ noServer: true });
  [lines, prepared, opened] = [[], [], 0];
  const prepare = (): Promise<void> => new Promise((resolve, reject) => prepared.push({ resolve, reject }));
  const accept = (): (() => void) => () => void (opened += 1);
  answerUpgrades(server, sockets, new Guard("test", (line) => lines.push(line)), accept, { prepare });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

test("an upgrade waits until what it needs is ready", async () => {
  const socket = new WebSocket(url());
  await waitFor("the wait", () => prepared.length === 1);
  expect([opened, socket.readyState]).toEqual([0, WebSocket.CONNECTING]);
  prepared[0]!.resolve();
  await waitFor("the socket", () => socket.readyState === WebSocket.OPEN);
  expect(opened).toBe(1);
});

test("an upgrade is rejected with 503 when that fails, and the reason is in the log", async () => {
  const socket = new WebSocket(url());
  const failed = new Promise<Error>((resolve) => socket.on("error", resolve));
  await waitFor("the wait", () => prepared.length === 1);
  prepared[0]!.reject(new Error("no thread is left"));
  expect((await failed).message).toBe("Unexpected server response: 503");
  expect(lines.join("\n")).toContain("no thread is left");
});

test("a peer that is gone before is no harm", async () => {
  const { port } = server.address() as AddressInfo;
  const peer = connect(port, "127.0.0.1", () =>
    peer.write(
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ),
  );
  await waitFor("the wait", () => prepared.length === 1);
  peer.resetAndDestroy();
  await new Promise((resolve) => peer.once("close", resolve));
  prepared[0]!.resolve();
  const next = new WebSocket(url());
  await waitFor("another wait", () => prepared.length === 2);
  prepared[1]!.resolve();
  await waitFor("the next socket", () => next.readyState === WebSocket.OPEN);
  expect(lines).toEqual([]);
});
