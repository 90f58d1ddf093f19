// Channels of servers, and what they permit.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop, force, set, unwrap } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf } from "./server.js";
import { bots, inStaffed, otherBotInCall, rejected, staffed, type Staffed } from "./staffed-server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const CHANNELS = "platform/domain/rules/guild/channels.ts";
const OVERWRITES = "platform/domain/rules/guild/channel-overwrites.ts";
const NO_OTHER = { own: "no other code is documented for it" };
const DENY_SENDING = String(Permission.SendMessages);

type Shown = { readonly id: string; readonly name: string; readonly position: number };

const all = ({ id }: Staffed): string => `/guilds/${id}/channels`;
const one =
  (name: keyof Staffed["channels"]) =>
  ({ channels }: Staffed): string =>
    `/channels/${channels[name]}`;
const guildOf = (path: string): string => path.split("/")[2] ?? "";
const named = () => ({ name: "scouts" });

/** Settings of a channel that are rejected, wherever they are sent. */
const badSettings = (path: (server: Staffed) => string): Failure[] =>
  (
    [
      ["name", { name: "x".repeat(101) }],
      ["type", { name: "a", type: 15 }],
      ["topic", { name: "a", topic: "x".repeat(1025) }],
      ["rate_limit_per_user", { name: "a", rate_limit_per_user: 21_601 }],
      ["bitrate", { name: "a", bitrate: 7999 }],
      ["user_limit", { name: "a", user_limit: 100 }],
      ["rtc_region", { name: "a", rtc_region: "mars" }],
      ["parent_id", { name: "a", parent_id: "1" }],
      ["permission_overwrites", { name: "a", permission_overwrites: [{ id: "1", type: 1 }] }],
    ] as const
  ).map(([field, body]) =>
    rejected(`a wrong ${field}`, path, [400, 50_035], { body: () => body, errors: [field] }),
  );

operation<Shown & { parent_id: string }>(stage, "create_guild_channel", {
  change: drop(CHANNELS, "createChannel", "inherited"),
  ask: inStaffed(all, ({ channels }) => ({
    name: "Chess Club",
    topic: "e4",
    nsfw: true,
    rate_limit_per_user: 30,
    parent_id: channels.games,
  })),
  seenBy: async ({ scene, asked, body: made }) => {
    const shown = {
      name: "chess-club",
      type: 0,
      topic: "e4",
      nsfw: true,
      rate_limit_per_user: 30,
      position: 6,
      // Those of its category.
      permission_overwrites: [{ id: guildOf(asked.path), type: 0, allow: "0", deny: DENY_SENDING }],
    };
    expect(made).toMatchObject(shown);
    expect((await read(scene, "otherBot", `/channels/${made.id}`)).body).toMatchObject(shown);
    const voice = {
      name: "Loud Call",
      type: 2,
      bitrate: 96_000,
      user_limit: 5,
      rtc_region: "local",
      video_quality_mode: 2,
      permission_overwrites: [{ id: scene.ada.id, type: 1, allow: "1024", deny: null }],
    };
    const call = await scene.must("bot", "POST", { path: asked.path, body: voice });
    const permission_overwrites = [{ id: scene.ada.id, type: 1, allow: "1024", deny: "0" }];
    expect((await read(scene, "otherBot", `/channels/${(call as Shown).id}`)).body).toMatchObject({
      ...voice,
      permission_overwrites,
    });
  },
  heard: ({ asked, body: { id } }) => bots([10], ["CHANNEL_CREATE", { id, guild_id: guildOf(asked.path) }]),
  failures: [
    rejected("an unknown server", () => "/guilds/1/channels", [404, 10_004], { body: named }),
    rejected("without the permission", all, [403, 50_013], { body: named, by: "otherBot" }),
    {
      claim: "a channel too many",
      ask: ({ host, botId }) => {
        const guild = stage().platform.control.guilds.create({
          name: "Full",
          ownerId: host.id,
          memberIds: [botId],
          everyone: Permission.Administrator,
          channels: Array.from({ length: 500 }, (_, n) => ({
            name: `room ${String(n)}`,
            kind: "text" as const,
          })),
        });
        return { path: `/guilds/${guild.id}/channels`, body: named() };
      },
      verdict: [400, 30_013],
    },
    rejected("no name", all, [400, 50_035], { body: () => ({}), errors: ["name"] }),
    ...badSettings(all).map((failure) => failure),
  ],
});

operation<undefined>(stage, "bulk_update_guild_channels", {
  change: force("platform/domain/rules/guild/channel-order.ts", "moved", "isSynced", false),
  ask: inStaffed(all, ({ channels }) => [
    { id: channels.text, position: 3, parent_id: channels.games, lock_permissions: true },
    { id: channels.call, position: 0 },
  ]),
  seenBy: async ({ scene, asked }) => {
    const { body } = await read(scene, "otherBot", asked.path);
    const shown = Object.fromEntries((body as Shown[]).map((channel) => [channel.name, channel]));
    const [moved] = asked.body as readonly { parent_id: string }[];
    expect(shown["text"]).toMatchObject({
      position: 3,
      parent_id: moved?.parent_id,
      permission_overwrites: [{ deny: DENY_SENDING }],
    });
    expect(shown["call"]).toMatchObject({ position: 0, parent_id: null });
  },
  heard: ({ asked }) => {
    const guild_id = guildOf(asked.path);
    return bots(
      [11, 11],
      ["CHANNEL_UPDATE", { guild_id, name: "text", position: 3 }],
      ["CHANNEL_UPDATE", { guild_id, name: "call", position: 0 }],
    );
  },
  failures: [
    rejected("an unknown server", () => "/guilds/1/channels", [404, 10_004], { body: () => [] }),
    rejected("an unknown channel", all, [404, 10_003], { body: () => [{ id: "1", position: 1 }] }),
    rejected("without the permission", all, [403, 50_013], {
      body: ({ channels }) => [{ id: channels.text, position: 1 }],
      by: "otherBot",
    }),
    rejected("two categories at once", all, [400, 40_009], {
      body: ({ channels }) => [channels.text, channels.call].map((id) => ({ id, parent_id: channels.games })),
    }),
    rejected("a place below zero", all, [400, 50_035], {
      body: ({ channels }) => [{ id: channels.text, position: -1 }],
      errors: ["0.position"],
    }),
    rejected("a category that is none", all, [400, 50_035], {
      body: ({ channels }) => [{ id: channels.text, parent_id: channels.call }],
      errors: ["parent_id"],
    }),
  ],
});

operation<Shown>(stage, "update_channel", {
  change: drop(CHANNELS, "updateChannel.after", "overwrites"),
  ask: inStaffed(one("text"), ({ id }) => ({
    name: "rules",
    topic: "Be kind.",
    rate_limit_per_user: 5,
    permission_overwrites: [{ id, deny: DENY_SENDING }],
  })),
  seenBy: async ({ scene, asked, body: changed }) => {
    const shown = {
      name: "rules",
      topic: "Be kind.",
      rate_limit_per_user: 5,
      permission_overwrites: [{ type: 0, allow: "0", deny: DENY_SENDING }],
    };
    expect(changed).toMatchObject(shown);
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject(shown);
    const sent = await stage().send(stage().otherBot, "POST", {
      path: `${asked.path}/messages`,
      body: { content: "hello" },
    });
    expect(sent).toMatchObject({ status: 403, body: { code: 50_013 } });
  },
  heard: ({ asked }) => bots([11], ["CHANNEL_UPDATE", { id: idOf(asked.path), name: "rules" }]),
  failures: [
    rejected("an unknown channel", () => "/channels/1", [404, 10_003], { body: named }),
    rejected("a channel that the bot does not see", one("staff"), [403, 50_001], {
      body: named,
      by: "otherBot",
    }),
    rejected("without the permission", one("text"), [403, 50_013], { body: named, by: "otherBot" }),
    rejected("a text channel as a call", one("text"), [400, 50_035], {
      body: () => ({ type: 2 }),
      errors: ["type"],
    }),
    ...badSettings(one("call")),
  ],
  never: NO_OTHER,
});

operation<Shown>(stage, "delete_channel", {
  change: drop("platform/domain/reactions/reactions.ts", "REACTIONS.guildChannelLost", "endChannelCall"),
  ask: async (scene) => {
    const server = staffed(scene);
    await otherBotInCall(scene, server.id, server.channels.call);
    return { path: one("call")(server) };
  },
  seenBy: async ({ scene, asked, body: deleted }) => {
    expect(deleted).toMatchObject({ id: idOf(asked.path), name: "call" });
    expect(await read(scene, "otherBot", asked.path)).toMatchObject({ status: 404, body: { code: 10_003 } });
    await hasNothingLeft(scene);
  },
  heard: ({ asked }) =>
    bots(
      [12],
      ["VOICE_STATE_UPDATE", { channel_id: null }],
      ["CHANNEL_DELETE", { id: idOf(asked.path), name: "call" }],
    ),
  failures: [
    rejected("an unknown channel", () => "/channels/1", [404, 10_003]),
    rejected("a channel that the bot does not see", one("staff"), [403, 50_001], { by: "otherBot" }),
    rejected("without the permission", one("text"), [403, 50_013], { by: "otherBot" }),
    rejected("a word in place of the id", () => "/channels/word", [400, 50_035], { errors: ["channel_id"] }),
  ],
  never: NO_OTHER,
});

/** A deleted channel takes its link, its invites and its messages with it; the channels of a category stay. */
async function hasNothingLeft(scene: Scene): Promise<void> {
  const { lobby, channelId } = await scene.linkedLobby();
  const invited = await scene.must(scene.ada, "POST", { path: `${lobby}/members/@me/invites` });
  await scene.must("bot", "POST", { path: `/channels/${channelId}/messages`, body: { content: "hello" } });
  await scene.must("bot", "DELETE", { path: `/channels/${channelId}` });
  expect((await read(scene, "bot", lobby)).body).not.toHaveProperty("linked_channel.id");
  const { code } = invited as { code: string };
  expect((await read(scene, "bot", `/invites/${code}`)).status).toBe(404);
  expect((await read(scene, "bot", `/channels/${channelId}/messages`)).status).toBe(404);

  const server = staffed(scene);
  const child = { path: all(server), body: { name: "chess", parent_id: server.channels.games } };
  const { id } = (await scene.must("bot", "POST", child)) as Shown;
  await scene.must("bot", "DELETE", { path: one("games")(server) });
  expect((await read(scene, "bot", `/channels/${id}`)).body).toMatchObject({ parent_id: null });
}

const everyones =
  (name: keyof Staffed["channels"], overwriteId = ({ id }: Staffed): string => id) =>
  (server: Staffed): string =>
    `${one(name)(server)}/permissions/${overwriteId(server)}`;
const denied = () => ({ type: 0, deny: DENY_SENDING });
const channelOf = (path: string): string => path.split("/permissions")[0] ?? "";

operation<undefined>(stage, "set_channel_permission_overwrite", {
  change: set(OVERWRITES, "storedOverwrite.deny", "0"),
  ask: inStaffed(everyones("text"), denied),
  seenBy: async ({ scene, asked }) => {
    const path = channelOf(asked.path);
    const overwrite = { id: idOf(asked.path), type: 0, allow: "0", deny: DENY_SENDING };
    const { body } = await read(scene, "otherBot", path);
    expect(body).toMatchObject({ permission_overwrites: [overwrite] });
    const sending = { path: `${path}/messages`, body: { content: "hello" } };
    expect((await stage().send(stage().otherBot, "POST", sending)).status).toBe(403);
    expect((await stage().send(stage().bot, "POST", sending)).status).toBe(200);
  },
  heard: ({ asked }) =>
    bots(
      [13],
      [
        "CHANNEL_UPDATE",
        { id: idOf(channelOf(asked.path)), permission_overwrites: [{ deny: DENY_SENDING }] },
      ],
    ),
  failures: [
    rejected("an unknown channel", () => "/channels/1/permissions/1", [404, 10_003], { body: denied }),
    rejected(
      "an unknown role",
      everyones("text", () => "1"),
      [404, 10_009],
      { body: denied },
    ),
    rejected("a channel that the bot does not see", everyones("staff"), [403, 50_001], {
      body: denied,
      by: "otherBot",
    }),
    rejected("without the permission", everyones("text"), [403, 50_013], { body: denied, by: "otherBot" }),
    {
      claim: "a permission that the member does not have",
      ask: ({ host, botId }) => {
        const guild = stage().platform.control.guilds.create({
          name: "Strict",
          ownerId: host.id,
          memberIds: [botId],
          everyone: Permission.ManageRoles | Permission.ViewChannel,
          channels: [{ name: "text", kind: "text" }],
        });
        return { path: `/channels/${guild.channels[0]!.id}/permissions/${guild.id}`, body: denied() };
      },
      verdict: [403, 50_013],
    },
    rejected("a type that is none", everyones("text"), [400, 50_035], {
      body: () => ({ type: 2 }),
      errors: ["type"],
    }),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_channel_permission_overwrite", {
  change: unwrap(OVERWRITES, "deleteOverwrite", "filter"),
  ask: async (scene) => {
    const path = everyones("text")(staffed(scene));
    await scene.must("bot", "PUT", { path, body: denied() });
    return { path };
  },
  seenBy: async ({ scene, asked }) => {
    const path = channelOf(asked.path);
    expect((await read(scene, "otherBot", path)).body).toMatchObject({ permission_overwrites: [] });
    const sending = { path: `${path}/messages`, body: { content: "hello" } };
    expect((await stage().send(stage().otherBot, "POST", sending)).status).toBe(200);
  },
  heard: ({ asked }) =>
    bots([15], ["CHANNEL_UPDATE", { id: idOf(channelOf(asked.path)), permission_overwrites: [] }]),
  failures: [
    rejected("an unknown channel", () => "/channels/1/permissions/1", [404, 10_003]),
    rejected("an overwrite that the channel does not have", everyones("text"), [404, 10_009]),
    rejected("a channel that the bot does not see", everyones("staff"), [403, 50_001], { by: "otherBot" }),
    rejected("without the permission", everyones("text"), [403, 50_013], { by: "otherBot" }),
    rejected(
      "a word in place of the id",
      everyones("text", () => "word"),
      [400, 50_035],
      {
        errors: ["overwrite_id"],
      },
    ),
  ],
  never: NO_OTHER,
});
