import { once } from "node:events";
import { Agent, createServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket as Peer,
} from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { openSocket, TrustedRoots, type Socket, type SocketOptions } from "../../../lib/net/index.js";
import { makeAuthority, makeLeaf, type Authority } from "../../../platform/tls/authority.js";

type Event = ["opened"] | ["text" | "binary", string] | ["closed", number, string];

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function server(): Promise<{
  url: string;
  next: Promise<{ peer: WebSocket; agent: string | undefined }>;
}> {
  const wss = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  cleanups.push(() => wss.close());
  const next = new Promise<{ peer: WebSocket; agent: string | undefined }>((resolve) => {
    wss.on("connection", (peer, request) => resolve({ peer, agent: request.headers["user-agent"] }));
  });
  await new Promise((resolve) => wss.once("listening", resolve));
  return { url: `ws://127.0.0.1:${String((wss.address() as AddressInfo).port)}`, next };
}

interface Opened {
  socket: Socket;
  events: Event[];
  until: (holds: () => boolean) => Promise<void>;
}

/** @returns where the server listens, and a connection to it, once there is one */
async function listening(server: Server): Promise<{ host: string; accepted: Promise<Peer> }> {
  const accepted = once(server, "connection").then(([peer]) => peer as Peer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanups.push(() => server.close());
  return { host: `localhost:${String((server.address() as AddressInfo).port)}`, accepted };
}

interface SecureServer {
  url: string;
  /** Number of TCP connections. */
  connections: () => number;
  /** Whether each TLS connection resumed an earlier one. */
  resumed: boolean[];
}

/** A server with the authority's certificate, which ends each WebSocket. */
async function secureServer(authority: Authority): Promise<SecureServer> {
  const https = createHttpsServer(await makeLeaf(authority));
  let count = 0;
  const resumed: boolean[] = [];
  https.on("connection", () => (count += 1));
  https.on("secureConnection", (peer) => resumed.push(peer.isSessionReused()));
  new WebSocketServer({ server: https }).on("connection", (peer) => peer.close(1000, "done"));
  const { host } = await listening(https);
  return { url: `wss://${host}`, connections: () => count, resumed };
}

function open(url: string, options: Partial<SocketOptions> = {}): Opened {
  const events: Event[] = [];
  let look = (): void => undefined;
  const emit = (event: Event): void => {
    events.push(event);
    look();
  };
  const socket = openSocket(
    url,
    { userAgent: "test/1", ...options },
    {
      opened: () => emit(["opened"]),
      text: (bytes) => emit(["text", Buffer.from(bytes).toString()]),
      binary: (bytes) => emit(["binary", Buffer.from(bytes).toString("hex")]),
      closed: (code, reason) => emit(["closed", code, reason]),
    },
  );
  cleanups.push(() => socket.drop());
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => (holds() ? resolve() : undefined);
      look();
    });
  return { socket, events, until };
}

describe("a WebSocket", () => {
  it("carries a user agent, text and bytes both ways, and the close code", async () => {
    const { url, next } = await server();
    const { socket, events, until } = open(url);
    socket.sendText("lost: not open yet");
    await until(() => events.length === 1);
    const { peer, agent } = await next;
    const received: string[] = [];
    const both = new Promise<void>((resolve) => {
      peer.on("message", (data: Buffer, isBinary) => {
        received.push(`${String(isBinary)} ${data.toString()}`);
        if (received.length === 2) resolve();
      });
    });
    socket.sendText("hello");
    socket.sendBinary(Buffer.from("bytes"));
    await both;
    peer.send("text");
    peer.send(Buffer.of(1, 2));
    peer.close(4014, "kicked");
    await until(() => events.length === 4);
    expect([agent, received]).toEqual(["test/1", ["false hello", "true bytes"]]);
    expect(events).toEqual([["opened"], ["text", "text"], ["binary", "0102"], ["closed", 4014, "kicked"]]);
  });

  it("reports the HTTP status of a rejected handshake, once", async () => {
    const http = createServer();
    http.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
    cleanups.push(() => http.close());
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { events, until } = open(`ws://127.0.0.1:${String((http.address() as AddressInfo).port)}`);
    await until(() => events.length > 0);
    expect(events).toEqual([["closed", 1006, expect.stringContaining("403")]]);
  });

  it("ends with 1006 when no one listens, and for an invalid address", async () => {
    for (const url of ["ws://127.0.0.1:1", "not an address", "wss:///?v=8"]) {
      const { events, until } = open(url);
      await until(() => events.length > 0);
      expect(events).toEqual([["closed", 1006, expect.any(String)]]);
    }
  });

  it("rejects a message that is too large", async () => {
    const { url, next } = await server();
    const { events, until } = open(url, { maxPayload: 100 });
    const { peer } = await next;
    peer.send("a".repeat(101));
    await until(() => events.some(([name]) => name === "closed"));
    expect(events.at(-1)).toEqual(["closed", 1006, expect.stringMatching(/payload/i)]);
  });

  it("calls nothing after drop, also before it was open", async () => {
    const { url, next } = await server();
    const early = open(url);
    early.socket.drop();
    const late = open(url);
    await late.until(() => late.events.length === 1);
    const { peer } = await next;
    late.socket.drop();
    await new Promise((resolve) => peer.once("close", resolve));
    late.socket.close(1000);
    late.socket.sendText("nothing");
    expect([early.events, late.events]).toEqual([[], [["opened"]]]);
  });

  it("is one connection, encrypted or not, also through an agent", async () => {
    const authority = await makeAuthority();
    const { url, connections } = await secureServer(authority);
    const roots = new TrustedRoots(authority.certificate);
    const encrypted = open(url, { roots });
    await encrypted.until(() => encrypted.events.length === 2);
    expect(encrypted.events).toEqual([["opened"], ["closed", 1000, "done"]]);
    expect(connections()).toBe(1);

    const wss = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    cleanups.push(() => wss.close());
    await once(wss, "listening");
    const agent = new Agent();
    for (const options of [{}, { agent }]) {
      const next = once(wss, "connection");
      const { events, until } = open(
        `ws://127.0.0.1:${String((wss.address() as AddressInfo).port)}`,
        options,
      );
      await Promise.all([next, until(() => events.length === 1)]);
      expect([events, wss.clients.size]).toEqual([[["opened"]], 1]);
      for (const client of wss.clients) client.close(1000, "next");
      await until(() => events.length === 2);
    }
  });

  it("resumes the TLS session of an earlier one to the same host, trusted by the same roots", async () => {
    const [authority, more] = [await makeAuthority(), await makeAuthority()];
    const [one, other] = [await secureServer(authority), await secureServer(authority)];
    const visit = async ({ url }: SecureServer, roots: TrustedRoots): Promise<void> => {
      const { events, until } = open(url, { roots });
      await until(() => events.length === 2);
      expect(events[0]).toEqual(["opened"]);
    };
    const roots = new TrustedRoots(authority.certificate);
    for (const server of [one, one, other, one]) await visit(server, roots);
    expect(one.resumed).toEqual([false, true, true]);
    expect(other.resumed).toEqual([false]);
    await visit(one, new TrustedRoots([authority.certificate, more.certificate]));
    expect(one.resumed).toEqual([false, true, true, false]);
  });

  it("ends with 1015 when the certificate is not trusted", async () => {
    const { url } = await secureServer(await makeAuthority());
    const { events, until } = open(url, { roots: new TrustedRoots((await makeAuthority()).certificate) });
    await until(() => events.length > 0);
    expect(events).toEqual([["closed", 1015, expect.stringContaining("pass `ca`")]]);
  });

  it("ends with 1015 for other roots too, although it was trusted a moment ago", async () => {
    const authority = await makeAuthority();
    const { url } = await secureServer(authority);
    const trusted = open(url, { roots: new TrustedRoots(authority.certificate) });
    await trusted.until(() => trusted.events.length === 2);
    for (const roots of [new TrustedRoots((await makeAuthority()).certificate), undefined]) {
      const { events, until } = open(url, { roots });
      await until(() => events.length > 0);
      expect(events).toEqual([["closed", 1015, expect.any(String)]]);
    }
  });

  it.each([
    ["ws", "socket hang up"],
    ["wss", "Client network socket disconnected before secure TLS connection was established"],
  ])("ends with 1006 when a %s server hangs up in the middle", async (protocol, reason) => {
    const { host } = await listening(createTcpServer((peer) => peer.on("error", () => undefined).end()));
    const { events, until } = open(`${protocol}://${host}`);
    await until(() => events.length > 0);
    expect(events).toEqual([["closed", 1006, reason]]);
  });

  it.each(["ws", "wss"])(
    "leaves no %s connection behind when it is dropped or closed early",
    async (protocol) => {
      for (const end of ["drop", "close"] as const) {
        const { host, accepted } = await listening(
          createTcpServer((peer) => peer.on("error", () => undefined).resume()),
        );
        const { socket, events, until } = open(`${protocol}://${host}`);
        const closed = once(await accepted, "close");
        socket[end](1000);
        await closed;
        if (end === "close") await until(() => events.length > 0);
        expect(events).toEqual(
          end === "drop" ? [] : [["closed", 1006, expect.stringMatching(/closed before/)]],
        );
      }
    },
  );
});
