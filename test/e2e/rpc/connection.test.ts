// The socket of a desktop app against frames written by hand: handshake, framing, floods, bad frames, and the worst guests.
import { RPC_PAYLOAD_MAX } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { Platform } from "@sdkpp/platform";
import { platformPerTest } from "../../support/platform-per-test.js";
import { RawGame, rawFrame } from "../../support/raw-game.js";

let platform: Platform;
let path: string;
let clientId: string;
platformPerTest((started) => {
  platform = started;
  clientId = started.seeded.applicationId;
});

async function desktopApp(): Promise<string> {
  const [userId] = platform.seeded.userIds;
  ({ path } = await platform.control.desktop.start({ userId }));
  return path;
}
const handshake = () => JSON.stringify({ v: 1, client_id: clientId });
const getUser = (nonce = "n") =>
  JSON.stringify({ cmd: "GET_USER", args: { id: platform.seeded.userIds[1] }, nonce });

describe("the handshake", () => {
  it("brings READY with the user and addresses without a scheme", async () => {
    using game = await RawGame.start(await desktopApp(), clientId);
    const [userId] = platform.seeded.userIds;
    const host = platform.endpoints.webBase.replace("http://", "");
    expect(game.answers[0]).toEqual({
      cmd: "DISPATCH",
      evt: "READY",
      nonce: null,
      data: {
        v: 1,
        config: { cdn_host: `${host}/cdn`, api_endpoint: `//${host}/api`, environment: "production" },
        user: {
          id: userId,
          username: "ada",
          discriminator: "0",
          global_name: "Ada",
          avatar: null,
          avatar_decoration_data: null,
          bot: false,
          flags: 0,
          premium_type: 0,
        },
      },
    });
  });

  it.each([
    ["another version", 4004, () => rawFrame(0, JSON.stringify({ v: 2, client_id: clientId }))],
    ["an unknown application", 4000, () => rawFrame(0, JSON.stringify({ v: 1, client_id: "1" }))],
    ["no application", 4000, () => rawFrame(0, "{}")],
    ["a payload that is not JSON", 4005, () => rawFrame(0, "{")],
    ["a payload that is not UTF-8", 4005, () => rawFrame(0, Buffer.of(0xff))],
    ["a command before it", 1003, () => rawFrame(1, getUser())],
    ["a ping before it", 1003, () => rawFrame(3, "{}")],
    ["a second one", 1003, () => Buffer.concat([rawFrame(0, handshake()), rawFrame(0, handshake())])],
    ["an unknown opcode after it", 1003, () => Buffer.concat([rawFrame(0, handshake()), rawFrame(9, "{}")])],
    ["a frame that is too large", 1003, () => rawFrame(0, Buffer.alloc(RPC_PAYLOAD_MAX + 1, 0x20))],
  ])("with %s ends with %i", async (_what, code, bytes) => {
    using game = await RawGame.open(await desktopApp());
    game.socket.write(bytes());
    expect(await game.closeCode()).toBe(code);
  });

  it("in halves holds up no other game, and the platform's clock does not end it", async () => {
    using game = await RawGame.open(await desktopApp());
    const whole = rawFrame(0, handshake());
    game.socket.write(whole.subarray(0, 12));
    using other = await RawGame.start(path, clientId);
    await platform.control.clock.advance(60_000);
    expect(await other.ask("GET_USER", { id: "1" })).toBeNull();
    expect(game.isClosed).toBe(false);
    game.socket.write(whole.subarray(12));
    expect(await game.event("READY")).toMatchObject({ v: 1 });
  });
});

describe("frames", () => {
  it("are answered wherever the stream is cut", async () => {
    const socket = await desktopApp();
    const stream = Buffer.concat([rawFrame(0, handshake()), rawFrame(1, getUser()), rawFrame(3, "ping")]);
    const cuts = Array.from({ length: stream.length }, (_, cut) => cut);
    for (let first = 0; first < cuts.length; first += 16) {
      await Promise.all(
        cuts.slice(first, first + 16).map(async (cut) => {
          using game = await RawGame.open(socket);
          game.socket.setNoDelay(true);
          game.socket.write(stream.subarray(0, cut));
          await new Promise((resolve) => setImmediate(resolve));
          game.socket.write(stream.subarray(cut));
          const pong = await game.until(() => game.frames.find(({ opcode }) => opcode === 4));
          expect(pong.payload.toString()).toBe("ping");
          expect(game.answers.map(({ cmd }) => cmd)).toEqual(["DISPATCH", "GET_USER"]);
        }),
      );
    }
  });

  it("of one write are all answered, in order", async () => {
    using game = await RawGame.start(await desktopApp(), clientId);
    game.socket.write(
      Buffer.concat(Array.from({ length: 50 }, (_, n) => rawFrame(1, getUser(`m${String(n)}`)))),
    );
    await game.until(() => game.answers.find(({ nonce }) => nonce === "m49"));
    expect(game.answers.slice(1).map(({ nonce }) => nonce)).toEqual(
      Array.from({ length: 50 }, (_, n) => `m${String(n)}`),
    );
  });

  it("with a PING return its bytes unchanged", async () => {
    using game = await RawGame.start(await desktopApp(), clientId);
    const payload = Buffer.of(0x22, 0xff, 0x00, 0x7b);
    game.send(3, payload);
    const pong = await game.until(() => game.frames.find(({ opcode }) => opcode === 4));
    expect(pong.payload.equals(payload)).toBe(true);
  });

  it("with CLOSE end the connection", async () => {
    using game = await RawGame.start(await desktopApp(), clientId);
    game.send(2, {});
    expect(await game.closeCode()).toBe(0);
  });

  it.each([
    ["no nonce", { cmd: "GET_USER", args: { id: "1" } }, 4000, null],
    ["a nonce that is not a text", { cmd: "GET_USER", nonce: 7 }, 4000, null],
    ["no command", { nonce: "x" }, 4000, "x"],
    ["args that are not an object", { cmd: "GET_USER", args: 5, nonce: "x" }, 4000, "x"],
    ["no object", [1, 2], 4000, null],
    ["null", null, 4000, null],
    ["an unknown command", { cmd: "FLY", nonce: "x" }, 4002, "x"],
    ["a command that is not emulated", { cmd: "SET_CERTIFIED_DEVICES", nonce: "x" }, 4002, "x"],
    ["an unknown event", { cmd: "SUBSCRIBE", evt: "DINNER", nonce: "x" }, 4004, "x"],
    ["an event that is not emulated", { cmd: "SUBSCRIBE", evt: "MESSAGE_CREATE", nonce: "x" }, 4004, "x"],
    ["a scope it lacks", { cmd: "GET_RELATIONSHIPS", nonce: "x" }, 4006, "x"],
  ])("with %s get an error and nothing else happens", async (_what, payload, code, nonce) => {
    using game = await RawGame.start(await desktopApp(), clientId);
    game.send(1, JSON.stringify(payload));
    const error = await game.until(() => game.answers.find(({ evt }) => evt === "ERROR"));
    expect({ code: error.data.code as number, nonce: error.nonce }).toEqual({ code, nonce });
    expect(await game.ask("GET_USER", { id: platform.seeded.userIds[1] })).toMatchObject({ username: "ben" });
  });
});

describe("the worst guest", () => {
  it("who floods is closed with 4002, and others are served", async () => {
    const socket = await desktopApp();
    using game = await RawGame.start(socket, clientId);
    using other = await RawGame.start(socket, clientId);
    game.socket.write(Buffer.concat(Array.from({ length: 3000 }, () => rawFrame(4, ""))));
    expect(await game.closeCode()).toBe(4002);
    expect(await other.ask("GET_USER", { id: platform.seeded.userIds[0] })).toMatchObject({
      username: "ada",
    });
  });

  it("who never reads is dropped, and others are served", async () => {
    const socket = await desktopApp();
    using game = await RawGame.start(socket, clientId);
    using other = await RawGame.start(socket, clientId);
    game.socket.pause();
    const ping = rawFrame(3, Buffer.alloc(RPC_PAYLOAD_MAX));
    for (let n = 0; n < 300; n += 1) game.socket.write(ping);
    await new Promise((resolve) => game.socket.once("close", resolve));
    expect(await other.ask("GET_USER", { id: platform.seeded.userIds[0] })).toMatchObject({
      username: "ada",
    });
  });

  it("who breaks the rules and does not read why is dropped", async () => {
    using game = await RawGame.start(await desktopApp(), clientId);
    game.socket.pause();
    const ping = rawFrame(3, Buffer.alloc(RPC_PAYLOAD_MAX));
    for (let n = 0; n < 8; n += 1) game.socket.write(ping);
    game.socket.write(rawFrame(9, ""));
    // Only writing shows a paused game that its connection is gone.
    while (!game.isClosed) {
      game.socket.write("x");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(game.isClosed).toBe(true);
  });

  it("who opens more connections than there may be is turned away with 4002", async () => {
    const socket = await desktopApp();
    const games = await Promise.all(Array.from({ length: 64 }, () => RawGame.start(socket, clientId)));
    using late = await RawGame.open(socket);
    expect(await late.closeCode()).toBe(4002);
    games[0]!.socket.destroy();
    for (const game of games.slice(1)) game[Symbol.dispose]();
  });
});
