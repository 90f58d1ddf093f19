import type { Platform } from "@sdkpp/platform";
import { expect } from "vitest";
import type { Description } from "./description.js";

/** Asks, and holds the answer against the description. */
export type Ask = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<{ status: number; body: unknown }>;

/** `/api/v10/lobbies/123/members/@me` → `/lobbies/{lobby_id}/members/@me`, as the document names it. */
export function templateOf(url: string): string {
  const path = new URL(url).pathname.replace(/^\/api(?:\/v\d+)?/, "");
  return path
    .replace(/^\/lobbies\/[^/]+/, "/lobbies/{lobby_id}")
    .replace(/^\/channels\/[^/]+/, "/channels/{channel_id}")
    .replace(/^\/guilds\/[^/]+/, "/guilds/{guild_id}")
    .replace(/^\/invites\/[^/]+/, "/invites/{code}")
    .replace(/\/roles\/(?!member-counts)[^/]+/, "/roles/{role_id}")
    .replace(/\/members\/(?!@me|bulk|search)[^/]+/, "/members/{user_id}")
    .replace(/relationships\/[^/]+$/, "relationships/{user_id}")
    .replace(/\/applications\/\d+/, "/applications/{application_id}")
    .replace(/\/identities\/[^/]+/, "/identities/{external_id}")
    .replace(/\/dms\/\d+\/\d+/, "/dms/{user_id_1}/{user_id_2}")
    .replace(/\/(users|users\/@me\/dms)\/\d+/, "/$1/{user_id}")
    .replace(/\/messages\/\d+/, "/messages/{message_id}");
}

export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** @returns a function that asks this platform */
export function asker(description: Description, platform: Platform): Ask {
  return async (method, path, headers, body) => {
    const url = `${platform.endpoints.apiBase}/v10${path}`;
    const response = await fetch(url, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = await bodyOf(response);
    const template = templateOf(url);
    const where = `${method} ${template}`;
    expect(description.judge(method, template, response.status, answered), where).toEqual([]);
    if (response.ok && headers["authorization"] !== undefined)
      expect(response.headers.get("x-ratelimit-bucket"), where).toBeTruthy();
    return { status: response.status, body: answered };
  };
}
