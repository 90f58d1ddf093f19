import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { EarlySocket } from "../../../lib/net/early-socket.js";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A server that accepts and says nothing. */
async function silent(): Promise<{ port: number; accepted: Promise<Socket> }> {
  const server = createServer();
  const accepted = once(server, "connection").then(([socket]) => (socket as Socket).resume());
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanups.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, accepted };
}

function open(url: string, options: Partial<Parameters<typeof EarlySocket.open>[1]> = {}): EarlySocket {
  const early = EarlySocket.open(url, { timeoutMs: 10_000, ...options });
  if (early === undefined) throw new Error("not opened");
  cleanups.push(() => early.destroy());
  return early;
}

describe("a connection that is opened early", () => {
  it("waits for the other side only where TLS is begun", async () => {
    const { port, accepted } = await silent();
    const never = (): void => undefined;
    await open("ws://localhost", { lookup: never }).begun;
    await open(`wss://127.0.0.1:${String(port)}`).begun;
    await accepted;
  });

  it("fails in the words of the system, and cannot be taken then", async () => {
    const early = open("wss://127.0.0.1:1");
    await expect(early.begun).rejects.toThrow("ECONNREFUSED");
    expect(() => early.take()).toThrow("ECONNREFUSED");
  });

  it("fails when nothing happens for too long", async () => {
    const early = open("wss://localhost", { timeoutMs: 1, lookup: () => undefined });
    await expect(early.begun).rejects.toThrow("Opening handshake has timed out");
  });

  it("is destroyed by its owner, before and after it is connected", async () => {
    const early = open("wss://localhost", { lookup: () => undefined });
    early.destroy();
    await expect(early.begun).rejects.toThrow("socket hang up");
    const { port, accepted } = await silent();
    const connected = open(`wss://127.0.0.1:${String(port)}`);
    await connected.begun;
    const peer = await accepted;
    connected.destroy();
    await once(peer, "close");
    expect(() => connected.take()).toThrow("socket hang up");
  });

  it("belongs to whoever took it", async () => {
    const { port, accepted } = await silent();
    const early = open(`ws://127.0.0.1:${String(port)}`, { timeoutMs: 1 });
    const socket = early.take();
    early.destroy();
    await Promise.all([accepted, once(socket, "timeout")]);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  it("is left to `ws` where the address is not one of a WebSocket", () => {
    for (const url of ["not an address", "wss:///?v=8", "http://127.0.0.1:1", "ws+unix:///socket"])
      expect(EarlySocket.open(url, { timeoutMs: 1 })).toBeUndefined();
  });
});
