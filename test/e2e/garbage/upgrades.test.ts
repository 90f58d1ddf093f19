// Garbage where a connection becomes a WebSocket, and in the frames of one.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel } from "./support-doors.js";

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start({ requestTimeoutMs: 2000 });
});
afterAll(() => platform[Symbol.asyncDispose]());

const TARGETS = [
  "/?v=8",
  "/gateway?v=10",
  "/gateway?v=9&compress=zlib-stream",
  "/?v=10&compress=zstd-stream",
  "//",
  "http://[",
  "*",
  "/?v=",
  "/gateway?encoding=etf&v=%",
];
const GOOD = [
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

/** An upgrade, more or less, and frames, more or less. */
function upgrade(garbage: Garbage): Buffer {
  const headers = GOOD.filter(() => garbage.chance(0.93));
  if (garbage.chance(0.1)) headers.push(`Sec-WebSocket-Protocol: ${garbage.text(30)}`);
  if (garbage.chance(0.1)) headers.push('Sec-WebSocket-Extensions: permessage-deflate; x="');
  const target = garbage.chance(0.8) ? garbage.pick(TARGETS) : `/${garbage.text(60)}`;
  const head = Buffer.from([`GET ${target} HTTP/1.1`, ...headers, "", ""].join("\r\n"), "latin1");
  return Buffer.concat([garbage.chance(0.9) ? head : garbage.damaged(head), ...frames(garbage)]);
}

function frames(garbage: Garbage): Buffer[] {
  return Array.from({ length: garbage.below(4) }, () => {
    if (garbage.chance(0.3)) return garbage.someBytes(500);
    const payload = garbage.someBytes(100);
    // FIN, reserved bits and opcode as they come; a length, masked or not, that may be true.
    return Buffer.concat([Buffer.from([garbage.below(256), garbage.below(256)]), garbage.bytes(4), payload]);
  });
}

/** Sends bytes and the end of them, and waits until the platform has had enough. */
function send(socket: Socket, data: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.once("close", () => resolve());
    socket.resume();
    socket.end(data);
  });
}

describe("garbage at an upgrade", () => {
  it(`${inputs(400)} times on the main gateway`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 2);
    const port = Number(new URL(platform.endpoints.webBase).port);
    await inParallel(8, inputs(400), () => send(connect(port, "127.0.0.1"), upgrade(garbage)));
    await expectUnharmed(platform);
  });

  it(`${inputs(200)} times on the voice gateway, partly before TLS`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 3);
    const { voice, ca } = platform.endpoints;
    const port = Number(voice.split(":")[1]);
    const session = { port, host: "127.0.0.1", servername: "localhost", ca };
    await inParallel(8, inputs(200), () =>
      garbage.chance(0.2)
        ? send(connect(port, "127.0.0.1"), garbage.someBytes(2000))
        : send(connectTls(session), upgrade(garbage)),
    );
    await expectUnharmed(platform);
  });
});
