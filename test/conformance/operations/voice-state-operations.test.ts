// Voice states and voice servers over HTTP.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, force, negate, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const STATES = "platform/domain/rules/voice/voice-states.ts";
const REGIONS = "platform/domain/rules/voice/regions.ts";
const NO_OTHER = { own: "no other code is documented for it" };

/** A theatre of the host: the game's bot directs, the other one is a plain member. Both are on a channel. */
async function theatre(
  { host, botId }: Scene,
  channel: "stage" | "call" | "vault" = "stage",
  isInside = true,
) {
  const { platform, bot, otherBot, otherBotId } = stage();
  const guild = platform.control.guilds.create({
    name: "Theatre",
    ownerId: host.id,
    memberIds: [botId, otherBotId],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [botId] }],
    channels: [
      { name: "stage", kind: "stage" },
      { name: "call", kind: "voice" },
      { name: "vault", kind: "stage", overwrites: [{ for: "@everyone", deny: Permission.Connect }] },
    ],
  });
  const channelId = guild.channels.find(({ name }) => name === channel)?.id ?? "";
  for (const token of isInside ? [bot, ...(channel === "vault" ? [] : [otherBot])] : []) {
    const socket = await stage().botSession(token);
    socket.send(4, { guild_id: guild.id, channel_id: channelId });
    await socket.event("VOICE_SERVER_UPDATE");
  }
  return { path: `/guilds/${guild.id}/voice-states`, channelId, otherBotId, botId };
}

const guildOf = (path: string): string => path.split("/")[2] ?? "";
const quiet = { suppress: true };
const aloud = { suppress: false };

const unknownGuild = (who: string, body?: unknown): Failure => ({
  claim: "an unknown server",
  ask: () => ({ path: `/guilds/1/voice-states/${who}`, body }),
  verdict: [404, 10_004],
});
const nowhere = (who: string, body?: unknown): Failure => ({
  claim: "a user outside all channels",
  ask: async (scene) => ({ path: `${(await theatre(scene, "stage", false)).path}/${who}`, body }),
  verdict: [404, 10_065],
});
const noId = (): Failure => ({
  claim: "a word in place of the server's id",
  ask: () => ({ path: "/guilds/word/voice-states/@me" }),
  verdict: [400, 50_035],
  errors: ["guild_id"],
});

operation(stage, "get_self_voice_state", {
  change: answer(STATES, "getVoiceState", "memberVoiceStateView", {}),
  ask: async (scene) => ({ path: `${(await theatre(scene)).path}/@me` }),
  seenBy: async ({ scene, asked, body }) => {
    const path = asked.path.replace("@me", scene.botId);
    expect(body).toMatchObject({
      user_id: scene.botId,
      guild_id: guildOf(path),
      suppress: true,
      mute: false,
    });
    expect((await read(scene, "otherBot", path)).body).toEqual(body);
  },
  heard: "a read",
  failures: [unknownGuild("@me"), nowhere("@me"), noId()],
  never: { ...NO_OTHER },
});

operation(stage, "get_voice_state", {
  change: force(STATES, "getVoiceState", "mayIn", false),
  ask: async (scene) => {
    const { path, botId } = await theatre(scene);
    return { path: `${path}/${botId}` };
  },
  by: "otherBot",
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ user_id: idOf(asked.path), member: { user: { id: scene.botId } } });
    expect((await read(scene, "bot", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: [
    unknownGuild("1"),
    nowhere("1"),
    {
      claim: "in a channel that the asking member cannot enter",
      ask: async (scene) => {
        const { path, botId } = await theatre(scene, "vault");
        return { path: `${path}/${botId}` };
      },
      verdict: [403, 50_013],
    },
    noId(),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "update_self_voice_state", {
  change: set(STATES, "changed.suppress", false),
  ask: async (scene) => {
    const { path, channelId } = await theatre(scene);
    const request_to_speak_timestamp = new Date(Date.now() + 60_000).toISOString();
    return { path: `${path}/@me`, body: { channel_id: channelId, ...quiet, request_to_speak_timestamp } };
  },
  by: "otherBot",
  seenBy: async ({ scene, asked }) => {
    const path = asked.path.replace("@me", stage().otherBotId);
    const { request_to_speak_timestamp } = asked.body as Record<string, unknown>;
    expect((await read(scene, "bot", path)).body).toMatchObject({ ...quiet, request_to_speak_timestamp });
  },
  heard: ({ asked }) => {
    const event = [
      "VOICE_STATE_UPDATE",
      { guild_id: guildOf(asked.path), user_id: stage().otherBotId, ...quiet },
    ] as const;
    return { bot: [event], otherBot: [event] };
  },
  failures: [
    unknownGuild("@me", quiet),
    nowhere("@me", quiet),
    {
      claim: "to speak, without the permission",
      ask: async (scene) => ({ path: `${(await theatre(scene)).path}/@me`, body: { suppress: false } }),
      verdict: [403, 50_013],
    },
    {
      claim: "in a call that is no stage",
      ask: async (scene) => ({ path: `${(await theatre(scene, "call")).path}/@me`, body: quiet }),
      verdict: [400, 50_024],
    },
    {
      claim: "a request in the past",
      ask: async (scene) => {
        const { path } = await theatre(scene);
        return { path: `${path}/@me`, body: { request_to_speak_timestamp: "2001-01-01T00:00:00Z" } };
      },
      verdict: [400, 50_035],
      errors: ["request_to_speak_timestamp"],
    },
  ],
});

operation<undefined>(stage, "update_voice_state", {
  change: set("platform/domain/views/voice/voice-state.ts", "voiceStateView.suppress", true),
  ask: async (scene) => {
    const { path, channelId, otherBotId } = await theatre(scene);
    return { path: `${path}/${otherBotId}`, body: { channel_id: channelId, ...aloud } };
  },
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject(aloud);
    await scene.must("bot", "PATCH", { path: asked.path, body: quiet });
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject(quiet);
  },
  heard: ({ asked }) => {
    const event = ["VOICE_STATE_UPDATE", { user_id: idOf(asked.path), ...aloud }] as const;
    return { bot: [event], otherBot: [event] };
  },
  failures: [
    unknownGuild("1", quiet),
    nowhere("1", quiet),
    {
      claim: "without the permission",
      by: "otherBot",
      ask: async (scene) => {
        const { path, botId } = await theatre(scene);
        return { path: `${path}/${botId}`, body: quiet };
      },
      verdict: [403, 50_013],
    },
    {
      claim: "in a call that is no stage",
      ask: async (scene) => {
        const { path, otherBotId } = await theatre(scene, "call");
        return { path: `${path}/${otherBotId}`, body: quiet };
      },
      verdict: [400, 50_024],
    },
    {
      claim: "a word as switch",
      ask: async (scene) => {
        const { path, otherBotId } = await theatre(scene);
        return { path: `${path}/${otherBotId}`, body: { suppress: "yes" } };
      },
      verdict: [400, 50_035],
      errors: ["suppress"],
    },
  ],
});

type Regions = readonly { readonly id: string; readonly optimal: boolean }[];

operation<Regions>(stage, "list_voice_regions", {
  change: set(REGIONS, "listRegions.id", "moon"),
  ask: () => ({ path: "/voice/regions" }),
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject([{ optimal: true, deprecated: false, custom: false }]);
    // A region that is listed can be chosen.
    const path = `/channels/${scene.guild(scene.host).voiceId}`;
    const asked = { path, body: { rtc_region: body[0]?.id } };
    expect(await scene.must("bot", "PATCH", asked)).toMatchObject({ rtc_region: body[0]?.id });
    expect((await read(scene, "otherBot", "/voice/regions")).body).toEqual(body);
  },
  heard: "a read",
  failures: [],
  never: {
    "404": "it names nothing that could be missing",
    "50035": "it reads no input",
    ...NO_OTHER,
  },
});

operation<Regions>(stage, "list_guild_voice_regions", {
  change: negate(REGIONS, "listGuildRegions", "ownGuild"),
  ask: (scene) => ({ path: `/guilds/${scene.guild(scene.host).id}/regions` }),
  seenBy: async ({ scene, body }) => {
    expect(body).toHaveLength(1);
    expect((await read(scene, "otherBot", "/voice/regions")).body).toEqual(body);
  },
  heard: "a read",
  failures: [
    { claim: "an unknown server", ask: () => ({ path: "/guilds/1/regions" }), verdict: [404, 10_004] },
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/guilds/word/regions" }),
      verdict: [400, 50_035],
      errors: ["guild_id"],
    },
  ],
  never: NO_OTHER,
});
