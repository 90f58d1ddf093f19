import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import { COMMUNICATION_INTENTS, COMMUNICATION_SCOPES } from "sdkpp/wire";
import { onTestFinished } from "vitest";
import { sendRequest, type Answer } from "../../support/send-request.js";
import { FrameSocket } from "./support-socket.js";

/** A platform that stops at the end of the test. */
export async function platformForTest(options: PlatformOptions = {}): Promise<Platform> {
  const platform = await startPlatform({
    log: (line) => process.stderr.write(`${line}\n`),
    // The raw clients of these tests do not support it.
    e2ee: "off",
    // They ask faster than people play.
    enforceRateLimits: false,
    ...options,
  });
  onTestFinished(() => platform.stop());
  return platform;
}

export interface Player {
  readonly userId: string;
  readonly token: string;
  readonly headers: Record<string, string>;
}

/** Ada is 0, Ben is 1. */
export function player(platform: Platform, index: 0 | 1): Player {
  const userId = platform.seeded.userIds[index];
  const token = platform.control.tokens.issue(
    platform.seeded.applicationId,
    userId,
    COMMUNICATION_SCOPES,
  ).access_token;
  return { userId, token, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
}

/** A ready SDK session. */
export async function sdkSession(platform: Platform, who: Player, more: Record<string, unknown> = {}) {
  const socket = new FrameSocket(`${platform.endpoints.gateway}?v=9&encoding=json`);
  await socket.op(10);
  socket.send(2, {
    token: `Bearer ${who.token}`,
    properties: { os: "linux", browser: "sdkpp", device: "sdkpp" },
    capabilities: 65_536,
    intents: COMMUNICATION_INTENTS,
    ...more,
  });
  const ready = await socket.event("READY");
  return { socket, ready, sessionId: String(ready["session_id"]) };
}

/** A ready bot session. */
export async function botSession(platform: Platform, intents = 1 | (1 << 7)) {
  const socket = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
  await socket.op(10);
  socket.send(2, { token: platform.seeded.botToken, properties: {}, intents });
  const ready = await socket.event("READY");
  return { socket, ready, sessionId: String(ready["session_id"]) };
}

/** Joins the lobby with this secret. */
export async function joinLobby(platform: Platform, who: Player, secret: string): Promise<string> {
  const response = await fetch(`${platform.endpoints.apiBase}/v10/lobbies`, {
    method: "PUT",
    headers: who.headers,
    body: JSON.stringify({ secret }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Asks as a player or a bot. @param line method and path below the version, as in `POST /lobbies` */
export function ask<Body = Record<string, unknown> & { id: string }>(
  platform: Platform,
  { authorization }: Readonly<Record<string, string>>,
  line: string,
  body?: unknown,
): Promise<Answer<Body>> {
  const [method = "", path = ""] = line.split(" ");
  return sendRequest<Body>(platform, authorization, method, path, body);
}
