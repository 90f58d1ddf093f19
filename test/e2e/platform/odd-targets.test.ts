// One request from outside is never the end of the process that answers it.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PlatformProcess } from "../../support/platform-process.js";
import { FrameSocket } from "./support-socket.js";

const UPGRADE = [
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

/** Asks for an upgrade of a target as it stands. @returns the first line of the answer, "" when there is none */
function ask(gateway: "main" | "voice", target: string): Promise<string> {
  const { webBase, voice, ca } = platform.endpoints;
  const socket =
    gateway === "main"
      ? connect(Number(new URL(webBase).port), "127.0.0.1")
      : connectTls({ port: Number(voice.split(":")[1]), host: "127.0.0.1", servername: "localhost", ca });
  socket.write([`GET ${target} HTTP/1.1`, ...UPGRADE, "", ""].join("\r\n"));
  return new Promise((resolve) => {
    socket.once("data", (data) => {
      resolve(String(data).split("\r\n", 1)[0] ?? "");
      socket.destroy();
    });
    socket.once("close", () => resolve(""));
    socket.on("error", () => undefined);
  });
}

const TARGETS = ["//", "///", "//?v=8", "http://[", "//:99999/", "/?v=%", "*", "/\\?v=8", "http://[::1"];

let platform: PlatformProcess;
beforeAll(async () => {
  platform = await PlatformProcess.start();
});
afterAll(() => platform[Symbol.asyncDispose]());

describe("an upgrade with an invalid target", () => {
  it.each(TARGETS)("%s ends neither gateway", async (target) => {
    for (const gateway of ["voice", "main"] as const) {
      const answer = await ask(gateway, target);
      expect({ gateway, answer, alive: await platform.isAlive() }).toEqual({
        gateway,
        answer: expect.stringMatching(/^HTTP\/1\.1 (101|400|404) /),
        alive: true,
      });
    }
    expect(platform.logs.filter((line) => line.includes("fault"))).toEqual([]);
  });
});

describe("a close code that a frame cannot carry", () => {
  it.each([99, 1005, 5000, 4000.5, "gone", null, {}])("control rejects %s", async (how) => {
    const [ada] = platform.seeded.userIds;
    const { access_token: token } = (await platform.call(
      "tokens.issue",
      platform.seeded.applicationId,
      ada,
      "openid sdk.social_layer",
    )) as { access_token: string };
    const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9&compress=zlib-stream`, {
      zlibStream: true,
    });
    await socket.op(10);
    socket.send(2, { token: `Bearer ${token}`, properties: {} });
    await socket.event("READY");
    for (const method of ["gateway.close", "voice.close"])
      await expect(platform.call(method, ada, how)).rejects.toThrow(
        /^how: expected a close code .*, received /,
      );
    expect(await platform.isAlive()).toBe(true);
    socket.close();
  });
});
