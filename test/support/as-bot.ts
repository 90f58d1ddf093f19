import type { Platform } from "@sdkpp/platform";
import { sendRequest } from "./send-request.js";

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
  const bot = `Bot ${platform.seeded.botToken}`;
  const answer = await sendRequest<Record<string, unknown> | undefined>(platform, bot, method, path, body);
  return { ...answer, body: answer.body ?? {} };
}
