// Every close frame of the platform says why in words, and its log says the same.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, it } from "vitest";
import { botSession, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";
import { identify, voiceSocket } from "./support-voice.js";

/** A platform, and what it logs. */
async function logged(options: Parameters<typeof platformForTest>[0] = {}) {
  const lines: string[] = [];
  const platform = await platformForTest({ ...options, log: (line) => lines.push(line) });
  return { platform, lines };
}

const BOT = { op: 2, d: { token: "BOT", intents: 0 } };

describe("the main gateway", () => {
  it.each<[string, string, (object | string)[], [number, string]]>([
    ["an unknown version", "?v=5", [], [4012, "v must be 9 or 10"]],
    ["another encoding", "?encoding=etf", [], [4002, "encoding must be json; etf is not emulated"]],
    ["no JSON", "", ["{"], [4002, "the payload is not JSON"]],
    ["no op", "", [{ d: 1 }], [4002, "payload must have required properties op"]],
    [
      "too much",
      "",
      [{ op: 1, d: "x".repeat(16_000) }],
      [4002, "payload: expected at most 15360 bytes, received 16015"],
    ],
    [
      "a dead token",
      "",
      [{ op: 2, d: { token: "x" } }],
      [4004, "the token is not valid, or lacks a scope for the gateway"],
    ],
    ["a command too early", "", [{ op: 4, d: {} }], [4003, "identify first"]],
    [
      "a bad shape",
      "",
      [BOT, { op: 8, d: { guild_id: "x" } }],
      [4002, 'op 8: d/guild_id must match pattern "^(0|[1-9][0-9]{0,19})$"'],
    ],
    ["an unknown op", "", [BOT, { op: 99 }], [4001, "unknown op 99"]],
  ])("%s", async (_claim, query, payloads, [code, reason]) => {
    const { platform, lines } = await logged();
    const socket = new FrameSocket(`${platform.endpoints.gateway}${query}`);
    for (const payload of payloads) {
      const text = typeof payload === "string" ? payload : JSON.stringify(payload);
      socket.sendRaw(text.replace('"BOT"', `"${platform.seeded.botToken}"`));
    }
    expect(await socket.closing()).toEqual([code, reason]);
    expect(lines).toEqual([expect.stringMatching(/^main gateway: closed (a socket|user \d+) with /)]);
    expect(lines[0]).toContain(` with ${code}: ${reason}`);
  });

  it("logs a reason when its control closes a socket, and when it stops", async () => {
    const { platform, lines } = await logged();
    const ada = player(platform, 0);
    const [first, second] = [await sdkSession(platform, ada), await sdkSession(platform, ada)];
    platform.control.gateway.close(ada.userId, 4000, first.sessionId);
    expect(await first.socket.closing()).toEqual([4000, "closed through the platform's control API"]);
    await platform.stop();
    expect(await second.socket.closing()).toEqual([1001, "the platform is stopping"]);
    expect(lines).toEqual([
      `main gateway: closed user ${ada.userId} with 4000: closed through the platform's control API`,
      `main gateway: closed user ${ada.userId} with 1001: the platform is stopping`,
    ]);
  });

  it.each<[string, Buffer, number, RegExp]>([
    ["a frame of reserved bits", Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), 1002, /RSV/],
    ["a frame that is not masked", Buffer.from([0x81, 0x01, 0x41]), 1002, /MASK/],
    [
      "a frame that is too long",
      Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0]),
      1009,
      /size/,
    ],
  ])("logs the reason when a close frame has no room for it: %s", async (_claim, frame, code, words) => {
    const { platform, lines } = await logged();
    const socket = new FrameSocket(platform.endpoints.gateway);
    await socket.op(10);
    (socket.socket as unknown as { _socket: Socket })._socket.write(frame);
    expect(await socket.closed()).toBe(code);
    expect(lines).toEqual([expect.stringMatching(/^main gateway: closed a socket: /)]);
    expect(lines[0]).toMatch(words);
  });

  it("closes a bot's sessions with 4004 when its token is replaced", async () => {
    const { platform } = await logged();
    const { socket } = await botSession(platform);
    const { token } = platform.control.applications.createBot(platform.seeded.applicationId);
    expect(await socket.closing()).toEqual([4004, "the token was revoked"]);
    const again = new FrameSocket(platform.endpoints.gateway);
    again.send(2, { token, properties: {}, intents: 0 });
    await again.event("READY");
  });

  it("logs payloads that the real service would reject", async () => {
    const { platform, lines } = await logged();
    const ada = player(platform, 0);
    const { socket } = await sdkSession(platform, ada);
    for (const length of [4096, 4097]) {
      const empty = JSON.stringify({ op: 1, d: "" }).length;
      socket.send(1, "x".repeat(length - empty));
      await socket.op(11);
    }
    expect(lines).toEqual([
      `main gateway: user ${ada.userId} sent op 1 with 4097 bytes; the real service accepts at most 4096`,
    ]);
  });

  it.each([false, null, "zlib-stream", 1, {}])(
    "treats %j for compress in Identify as false",
    async (compress) => {
      const platform = await platformForTest();
      const { socket } = await sdkSession(platform, player(platform, 0), { compress });
      expect(socket.binary).toEqual([]);
      socket.close();
    },
  );
});

describe("the voice gateway", () => {
  it.each<[string, (socket: FrameSocket) => void, [number, string]]>([
    ["a command too early", (socket) => socket.send(5, {}), [4003, "identify first"]],
    ["no JSON", (socket) => socket.sendRaw("{"), [4002, "could not decode a message"]],
    [
      "a wrong token",
      (socket) => identify(socket, { serverId: "1", userId: "2", sessionId: "x", token: "x" }),
      [4004, "the token is not valid for this user's call"],
    ],
  ])("%s", async (_claim, act, [code, reason]) => {
    const { platform, lines } = await logged();
    const socket = voiceSocket(platform);
    await socket.op(8);
    act(socket);
    expect(await socket.closing()).toEqual([code, reason]);
    expect(lines).toEqual([`voice gateway: closed a socket with ${code}: ${reason}`]);
  });

  it("keeps a socket that is about to identify, however far the clock is moved", async () => {
    const { platform } = await logged();
    const socket = voiceSocket(platform);
    await socket.op(8);
    await platform.control.clock.advance(30_001);
    socket.send(3, { t: 1 });
    await socket.op(6);
    expect(socket.closeCode).toBeUndefined();
  });
});

describe("a request that never completes", () => {
  const HEAD = "POST /api/v10/science HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const plain = (port: number): Socket => connect(port, "127.0.0.1");
  const tls = (port: number, ca: string): Socket =>
    connectTls({ port, host: "127.0.0.1", servername: "localhost", ca });

  it.each<[string, "main" | "voice" | "tcp", string]>([
    ["nothing at all", "main", ""],
    ["half a head", "main", HEAD],
    ["half a body", "main", `${HEAD}Content-Length: 10\r\n\r\n{"a":`],
    ["half an upgrade on the voice port", "voice", "GET /?v=8 HTTP/1.1\r\nHost: localhost\r\n"],
    ["no TLS handshake on the voice port", "tcp", ""],
  ])("%s: is cut off", async (_claim, door, text) => {
    const { platform } = await logged({ requestTimeoutMs: 300 });
    const { webBase, voice, ca } = platform.endpoints;
    const voicePort = Number(voice.split(":")[1]);
    const socket =
      door === "main"
        ? plain(Number(new URL(webBase).port))
        : door === "voice"
          ? tls(voicePort, ca)
          : plain(voicePort);
    socket.on("error", () => undefined);
    socket.resume();
    if (text !== "") socket.write(text);
    await new Promise((resolve) => socket.once("close", resolve));
    expect((await fetch(`${platform.endpoints.apiBase}/v10/gateway`)).status).toBe(200);
  });
});
