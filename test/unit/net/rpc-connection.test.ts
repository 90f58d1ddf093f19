// A game's side of RPC against a desktop app whose frames are written by hand.
import { chownSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findDesktopApp, RpcError } from "../../../lib/net/index.js";
import { Garbage } from "../../support/garbage.js";
import {
  answer,
  closing,
  event,
  RawDesktop,
  ready,
  refusal,
  SocketFolder,
} from "../../support/raw-desktop.js";
import { rawFrame } from "../../support/raw-game.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";

let folder: SocketFolder;
let desktop: RawDesktop;
let clock: VirtualClock;
let heard: [string, unknown][];
let ends: RpcError[];
beforeEach(async () => {
  folder = new SocketFolder();
  desktop = await RawDesktop.start(folder.path);
  clock = new VirtualClock();
  heard = [];
  ends = [];
});
afterEach(async () => {
  await desktop[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const game = (applicationId = 1n, signal = new AbortController().signal) =>
  findDesktopApp({
    applicationId,
    clock,
    signal,
    folder: folder.path,
    event: (name, data) => heard.push([name, data]),
    closed: (error) => ends.push(error),
  });
/** Code, number and text of what a promise rejects with. */
async function failure(
  promise: Promise<unknown>,
): Promise<{ code: string; rpcCode: number; message: string }> {
  const error: unknown = await promise.then(
    () => new Error("it succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof RpcError)) throw error;
  return { code: error.code, rpcCode: error.rpcCode, message: error.message };
}
const cut = (bytes: Buffer, at: number) => [bytes.subarray(0, at), bytes.subarray(at)] as const;

describe("a connection to a desktop app", () => {
  it("shakes hands with version and application, and knows the user", async () => {
    const connection = await game(77n);
    expect(desktop.games).toEqual(["77"]);
    expect(connection.user).toMatchObject({ id: 5n, username: "ada", globalName: "Ada" });
    connection.close();
  });

  it("matches answers with requests in any order, and ignores others", async () => {
    const connection = await game();
    desktop.react = () => undefined;
    const both = [connection.request({ cmd: "A" }), connection.request({ cmd: "B", args: { x: 1 } })];
    await desktop.until("both", () => desktop.seen.length === 2);
    const [first, second] = desktop.seen as [(typeof desktop.seen)[0], (typeof desktop.seen)[0]];
    desktop.send(answer({ ...second, nonce: "unknown" }, "stranger"));
    desktop.send(answer({ ...second, nonce: "handshake" }, "handshake"));
    desktop.send(answer(second, "two"));
    desktop.send(answer(first, "one"));
    expect(await Promise.all(both)).toEqual(["one", "two"]);
    expect(second).toMatchObject({ cmd: "B", args: { x: 1 } });
    connection.close();
  });

  it("reads an answer that is longer than any request may be", async () => {
    const connection = await game();
    const friends = Array.from({ length: 2000 }, (_, id) => ({ id, name: "x".repeat(100) }));
    desktop.react = (seen) => answer(seen, friends);
    expect(await connection.request({ cmd: "GET_RELATIONSHIPS" })).toHaveLength(2000);
    connection.close();
  });

  it("rejects with the app's code when it refuses, and stays open", async () => {
    const connection = await game();
    desktop.react = (seen) => refusal(seen, 4000, "child fails");
    expect(await failure(connection.request({ cmd: "SET_ACTIVITY" }))).toEqual({
      code: "RPC_REFUSED",
      rpcCode: 4000,
      message: "the desktop app refused: child fails (4000)",
    });
    desktop.react = answer;
    expect(await connection.request({ cmd: "GET_USER" })).toBeNull();
    expect(ends).toEqual([]);
    connection.close();
  });

  it("gives events, and answers a ping with its bytes", async () => {
    const connection = await game();
    desktop.send(Buffer.concat([event("ACTIVITY_JOIN", { secret: "s" }), rawFrame(3, '"not JSON')]));
    await desktop.until("the pong", () => desktop.pongs.length === 1);
    expect(heard).toEqual([["ACTIVITY_JOIN", { secret: "s" }]]);
    expect(desktop.pongs).toEqual(['"not JSON']);
    connection.close();
  });

  it("ends once, with everything that waits, when the app says CLOSE", async () => {
    const connection = await game();
    desktop.react = () => closing(4003, "Token revoked");
    const expected = {
      code: "RPC_CLOSED",
      rpcCode: 4003,
      message: "the desktop app ended the connection: Token revoked (4003)",
    };
    expect(await failure(connection.request({ cmd: "GET_USER" }))).toEqual(expected);
    expect(ends).toMatchObject([expected]);
    expect(await failure(connection.request({ cmd: "GET_USER" }).finally(() => clock.advance(0)))).toEqual({
      ...expected,
      rpcCode: 0,
      message: "the connection to the desktop app has ended",
    });
    await desktop.until("the end", () => desktop.sockets.size === 0);
    expect(clock.pending).toBe(0);
  });

  it("takes an app that does not answer for dead", async () => {
    const connection = await game();
    desktop.react = () => undefined;
    const waiting = failure(connection.request({ cmd: "GET_USER" }));
    await desktop.until("the request", () => desktop.seen.length === 1);
    clock.advance(9_999);
    expect(ends).toEqual([]);
    clock.advance(1);
    expect(await waiting).toEqual({
      code: "RPC_TIMEOUT",
      rpcCode: 0,
      message: "the desktop app did not answer within 10 s: start it again",
    });
    expect(ends).toHaveLength(1);
    await desktop.until("the end", () => desktop.sockets.size === 0);
  });

  it("does not fill up for an app that sends pings and reads nothing", async () => {
    await game();
    const [socket] = desktop.sockets;
    socket!.pause();
    const pings = Buffer.concat(Array.from({ length: 16 }, () => rawFrame(3, Buffer.alloc(65_536, 0x20))));
    for (let n = 0; n < 20 && ends.length === 0; n += 1)
      await new Promise((resolve) => socket!.write(pings, resolve));
    await waitFor("the end", () => ends.length === 1);
    expect(ends[0]?.message).toBe("the desktop app does not read");
  });

  it("reports nothing when the game closes it", async () => {
    const connection = await game();
    connection.close();
    await desktop.until("the end", () => desktop.sockets.size === 0);
    expect(ends).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it("works however the stream is cut, at every byte", async () => {
    const whole = ready();
    for (let at = 1; at < whole.length; at += 1) {
      const [head, tail] = cut(whole, at);
      desktop.greeting = () => {
        const [socket] = [...desktop.sockets].slice(-1);
        socket!.write(head, () => setImmediate(() => socket!.write(tail)));
        return undefined;
      };
      const connection = await game();
      expect(connection.user?.id).toBe(5n);
      connection.close();
    }
  });

  it("ends at an app that quits in the middle of any frame", async () => {
    const whole = answer({ cmd: "GET_USER", nonce: "1" }, { id: "5" });
    for (let at = 0; at < whole.length; at += 1) {
      const connection = await game();
      desktop.react = () => {
        for (const socket of desktop.sockets) socket.end(whole.subarray(0, at));
        return undefined;
      };
      expect((await failure(connection.request({ cmd: "GET_USER" }))).code).toBe("RPC_CLOSED");
    }
    expect(ends).toHaveLength(whole.length);
  });

  it("survives three hundred bad frames", async () => {
    const garbage = new Garbage(20_261_123);
    let connection = await game();
    for (let n = 0; n < 300; n += 1) {
      const before = ends.length;
      desktop.react = (seen) => Buffer.concat([badFrame(garbage, seen.nonce), answer(seen)]);
      const outcome = await connection.request({ cmd: "GET_USER" }).then(
        () => "answered",
        (error: unknown) => (error instanceof RpcError ? error.code : String(error)),
      );
      expect(["answered", "RPC_REFUSED", "RPC_CLOSED", "RPC_TIMEOUT"]).toContain(outcome);
      await settle();
      if (ends.length > before) connection = await game();
    }
    desktop.react = answer;
    if (ends.length > 0) connection = await game();
    expect(await connection.request({ cmd: "GET_USER" })).toBeNull();
  });
});

/** Frames of any opcode with any payload; some claim to answer the request. */
function badFrame(garbage: Garbage, nonce: string): Buffer {
  const kind = garbage.below(8);
  if (kind === 0) return rawFrame(garbage.below(2 ** 32), garbage.someBytes(200));
  if (kind === 1) return rawFrame(1, garbage.someBytes(2000));
  if (kind === 2) return rawFrame(1, `${"[".repeat(5000)}${"]".repeat(5000)}`);
  if (kind === 3) return rawFrame(2, garbage.json());
  const header = Buffer.alloc(8, 0xff);
  if (kind === 4) return header;
  const pick = <T>(...values: T[]) => garbage.pick(values);
  const payload = {
    cmd: pick<unknown>("DISPATCH", "GET_USER", garbage.value(1)),
    evt: pick<unknown>("ERROR", "READY", "ACTIVITY_JOIN", garbage.value(1)),
    nonce: pick<unknown>(nonce, garbage.value(1)),
    data: garbage.value(2),
  };
  return rawFrame(1, JSON.stringify(payload));
}

describe("the search for a desktop app", () => {
  it("fails when there is none", async () => {
    await desktop[Symbol.asyncDispose]();
    expect(await failure(game())).toEqual({
      code: "RPC_UNAVAILABLE",
      rpcCode: 0,
      message: "no desktop app answers on this machine: start it, or set rpcFolder to where it listens",
    });
  });

  it("takes the next one when the first does not answer, and says what it passed over", async () => {
    await using second = await RawDesktop.start(folder.path, 4);
    desktop.greeting = () => undefined;
    const found = game();
    await desktop.until("the handshake", () => desktop.games.length === 1);
    clock.advance(10_000);
    (await found).close();
    expect(second.games).toEqual(["1"]);
  });

  it("ends at once when it is no longer wanted, whatever the app does", async () => {
    await using second = await RawDesktop.start(folder.path, 9);
    desktop.greeting = () => undefined;
    const end = new AbortController();
    const found = failure(game(1n, end.signal));
    await desktop.until("the handshake", () => desktop.games.length === 1);
    end.abort();
    expect(await found).toMatchObject({ code: "RPC_CLOSED", message: expect.stringContaining("was ended") });
    await desktop.until("the end", () => desktop.sockets.size === 0);
    expect(await failure(game(1n, end.signal))).toMatchObject({ code: "RPC_CLOSED" });
    expect([desktop.games.length, second.games.length, clock.pending]).toEqual([1, 0, 0]);
  });

  it("ends when the app refuses the game", async () => {
    await using second = await RawDesktop.start(folder.path, 1);
    desktop.greeting = () => closing(4000, "Invalid Client ID");
    expect(await failure(game())).toMatchObject({ code: "RPC_CLOSED", rpcCode: 4000 });
    expect(second.games).toEqual([]);
  });

  it.skipIf(process.platform === "win32")(
    "passes over a link and says so (where sockets are files)",
    async () => {
      symlinkSync(join(folder.path, "discord-ipc-0"), join(folder.path, "discord-ipc-2"));
      desktop.greeting = () => {
        for (const socket of desktop.sockets) socket.destroy();
        return undefined;
      };
      const { code, message } = await failure(game());
      expect(code).toBe("RPC_UNAVAILABLE");
      expect(message).toContain("discord-ipc-0: the desktop app ended the connection");
      expect(message).toContain("discord-ipc-2 is not a socket of this user");
      expect(desktop.games).toHaveLength(1);
    },
  );

  it.skipIf(process.getuid?.() !== 0)("does not connect to a socket of another user (as root)", async () => {
    chownSync(join(folder.path, "discord-ipc-0"), 65_534, 65_534);
    expect((await failure(game())).message).toContain("is not a socket of this user");
    expect(desktop.games).toEqual([]);
  });

  it("lets two games use one app", async () => {
    const [one, two] = await Promise.all([game(1n), game(2n)]);
    expect(desktop.games.sort()).toEqual(["1", "2"]);
    one.close();
    expect(await two.request({ cmd: "GET_USER" })).toBeNull();
    two.close();
  });
});
