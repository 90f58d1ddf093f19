// Garbage at the HTTP door: bytes that are no request. Requests for real routes: mutated-requests and bodies.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, it } from "vitest";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel } from "./support-doors.js";

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start({ requestTimeoutMs: 2000, cors: ["https://game.example"] });
});
afterAll(() => platform[Symbol.asyncDispose]());

const LINES = [
  "GET /api/v10/gateway HTTP/1.1",
  "POST /api/v10/oauth2/token HTTP/1.1",
  "OPTIONS /api/v10/lobbies HTTP/1.1",
  "GET // HTTP/1.1",
  "GET http://[ HTTP/1.1",
  "CONNECT localhost:1 HTTP/1.1",
  "TRACE * HTTP/1.1",
  "PRI * HTTP/2.0",
  "GET /invite/%E0%A4%A HTTP/1.1",
  "GET /oauth2/authorize?client_id=%&state=%00 HTTP/1.1",
];
const HEADERS = [
  "Host: localhost",
  "Host: evil.example",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Upgrade: h2c",
  "Expect: 100-continue",
  "Transfer-Encoding: chunked",
  "Content-Length: 5",
  "Content-Length: 99999999999999999999",
  "Content-Length: -1",
  "Content-Type: application/json",
  "Content-Type: application/x-www-form-urlencoded; charset=none",
  "Authorization: Bearer ",
  "Authorization: Basic ====",
  "Origin: https://game.example",
  "Access-Control-Request-Method: PUT",
  "Sec-WebSocket-Key: x",
];

/** Beginnings of a socket's bytes. */
function rawRequest(garbage: Garbage): Buffer {
  if (garbage.chance(0.2)) return garbage.someBytes(20_000);
  const lines = [garbage.chance(0.8) ? garbage.pick(LINES) : garbage.text(100)];
  for (let n = garbage.below(8); n > 0; n -= 1)
    lines.push(garbage.chance(0.85) ? garbage.pick(HEADERS) : `${garbage.text(20)}: ${garbage.text(200)}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const whole = Buffer.concat([head, Buffer.from(garbage.json())]);
  return garbage.chance(0.7) ? whole : garbage.damaged(whole);
}

/** Sends bytes and the end of them, and waits until the platform has had enough. */
function send(data: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(platform.endpoints.webBase).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.once("close", () => resolve());
    socket.resume();
    socket.end(data);
  });
}

describe("garbage at the HTTP door", () => {
  it(`${inputs(1500)} inputs that are barely a request`, async () => {
    const garbage = new Garbage(GARBAGE_SEED);
    await inParallel(8, inputs(1500), () => send(rawRequest(garbage)));
    await expectUnharmed(platform);
  });
});
