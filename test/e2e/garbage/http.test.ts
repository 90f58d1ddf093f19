// Garbage at the HTTP door: bytes that are no request, and requests that are none of ours.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTE_NAMES } from "../../../platform/http/server.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { expectUnharmed, inParallel, tokenOf } from "./support-doors.js";

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

const ROUTES = [...ROUTE_NAMES].map((name) => name.split(" ") as [method: string, path: string]);
const TYPES = ["application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"];

describe("garbage at the HTTP door", () => {
  it(`${inputs(1500)} inputs that are barely a request`, async () => {
    const garbage = new Garbage(GARBAGE_SEED);
    await inParallel(8, inputs(1500), () => send(rawRequest(garbage)));
    await expectUnharmed(platform);
  });

  it(`${inputs(1500)} authorized requests for real routes, without an internal error`, async () => {
    const garbage = new Garbage(GARBAGE_SEED + 1);
    const { seeded, endpoints } = platform;
    const known = [seeded.applicationId, seeded.guildId, seeded.textChannelId, ...seeded.userIds];
    let bearer = await tokenOf(platform, 0);
    const failures: string[] = [];
    await inParallel(8, inputs(1500), async (n) => {
      if (n % 100 === 0) bearer = await tokenOf(platform, 0);
      const [method, route] = garbage.pick(ROUTES);
      const path = route.replaceAll(/\{[^}]+\}/g, () =>
        encodeURIComponent(garbage.chance(0.6) ? garbage.pick(known) : garbage.text().toWellFormed()),
      );
      const query = new URLSearchParams(
        Object.entries(garbage.object(garbage.below(3), 1)).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
      );
      const answer = await fetch(`${endpoints.apiBase}/v10${path}?${query.toString()}`, {
        method,
        headers: {
          authorization: garbage.chance(0.5) ? `Bot ${seeded.botToken}` : `Bearer ${bearer}`,
          "content-type": garbage.chance(0.85) ? "application/json" : garbage.pick(TYPES),
        },
        ...(method === "GET" ? {} : { body: garbage.json() }),
      });
      await answer.arrayBuffer();
      if (answer.status >= 500) failures.push(`${method} ${path} ${String(answer.status)}`);
    });
    expect(failures).toEqual([]);
    await expectUnharmed(platform);
  });
});
