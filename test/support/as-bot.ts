import type { Platform } from "@sdkpp/platform";

/** A response of the platform: its status, and the body if there is one. */
export interface BotAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/**
 * Sends a request of the seeded game's bot, as the game's server would.
 * @param line method and path below the version, as in `POST /lobbies`
 */
export async function asBot(platform: Platform, line: string, body?: unknown): Promise<BotAnswer> {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${platform.seeded.botToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}
