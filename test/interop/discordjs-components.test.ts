// The builders of discord.js make messages and modals of every component.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { GatewayIntent } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modalFrom } from "../../platform/domain/rules/component/modal.js";
import { Fault } from "../../platform/domain/rules/outcome.js";
import { installStrangers } from "../support/strangers.mjs";
import { unsigned } from "../support/unsigned.js";
import { TextPeer } from "./text-peer.js";

/** A message as `peers/discordjs-components.mjs` shows it. */
interface Shown {
  readonly id: string;
  readonly components: unknown[];
  readonly [field: string]: unknown;
}

let platform: Platform;
let bot: TextPeer;
let channelId: string;
let roleId: string;

beforeAll(async () => {
  await installStrangers();
  platform = await startPlatform();
  const { control, seeded } = platform;
  const guild = control.guilds.create({
    name: "Server",
    ownerId: seeded.botUserId,
    memberIds: [],
    roles: [{ name: "Crew", permissions: 0n, memberIds: [] }],
    channels: [{ name: "text", kind: "text" }],
  });
  channelId = guild.channels[0]!.id;
  roleId = guild.roles![0]!.id;
  const intents = GatewayIntent.Guilds | GatewayIntent.GuildMessages | GatewayIntent.MessageContent;
  bot = await TextPeer.start("discordjs-components.mjs", platform, { token: seeded.botToken, intents });
}, 120_000);

afterAll(async () => {
  await bot?.end();
  await platform?.stop();
});

describe("discord.js", { timeout: 60_000 }, () => {
  test("sends every component of a message and reads it back", async () => {
    const { built, sent, read } = await bot.ask<{ built: unknown[]; sent: Shown; read: Shown }>(
      "everything",
      channelId,
      roleId,
    );
    expect(sent).toMatchObject({ isOfComponents: true, content: "", files: [] });
    expect(unsigned(read)).toEqual(unsigned(sent));
    expect(asBuilt(sent.components, built)).toEqual(built);
    expect(ids(sent.components)).toEqual([40, ...Array.from({ length: 27 }, (_, at) => at + 1)]);
    const heard = await bot.event("created", ({ id }) => id === sent.id);
    expect(unsigned(heard)).toEqual(unsigned(sent));
  });

  test("changes them, and has buttons beside a text", async () => {
    const pressed = await bot.ask<Shown>("buttons", channelId);
    expect(pressed).toMatchObject({
      content: "press",
      isOfComponents: false,
      components: [{ components: [{ custom_id: "one" }, { custom_id: "two" }] }],
    });
    const { sent } = await bot.ask<{ sent: Shown }>("everything", channelId, roleId);
    const changed = await bot.ask<Shown>("rewrite", channelId, sent.id);
    expect(changed).toMatchObject({
      id: sent.id,
      isOfComponents: true,
      components: [{ type: 10, content: "closed" }],
    });
  });

  test("names the field that is wrong", async () => {
    await expect(bot.ask("wrong", channelId)).rejects.toMatchObject({
      code: 50_035,
      status: 400,
      message: expect.stringContaining("components[0].components[0].custom_id[BASE_TYPE_REQUIRED]"),
    });
  });

  test.each(["first", "second", "old"])("builds modals that are good: %s", async (name) => {
    const built = await bot.ask<Record<string, unknown>>("modal", name);
    const modal = modalFrom(built);
    expect(modal).not.toBeInstanceOf(Fault);
    expect(asBuilt(modal, built)).toEqual(built);
  });
});

/** The builders' fields in an answer: without ids and defaults; files by their names. */
function asBuilt(seen: unknown, built: unknown): unknown {
  if (Array.isArray(built) && Array.isArray(seen)) return built.map((one, at) => asBuilt(seen[at], one));
  if (typeof built !== "object" || built === null) return seen;
  const own = Object.entries(built).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    own.map(([name, value]) => {
      const came = (seen as Record<string, unknown>)[name];
      return [name, name === "url" ? attached(String(came)) : asBuilt(came, value)];
    }),
  );
}

/** The address of a file of the message, as its sender names it. */
function attached(url: string): string {
  return url.replace(/^.*\/attachments\/\d+\/\d+\/([^?]+)\?.*$/, "attachment://$1");
}

/** Ids of components in their order. */
function ids(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(ids);
  if (typeof value !== "object" || value === null) return [];
  const { type, id, components, accessory } = value as Record<string, unknown>;
  return typeof type === "number" ? [id as number, ...ids(components), ...ids(accessory)] : [];
}
