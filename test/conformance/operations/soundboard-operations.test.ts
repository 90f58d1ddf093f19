// Sounds of servers, those that all users have, and playing them in a call.
import { GUILD_SOUNDS_MAX, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { PNG } from "../../support/png.js";
import { MP3, mp3Of, OGG, soundUri } from "../../support/sounds.js";
import { answer, drop, force, set } from "../change.js";
import { operation, read, rejected, type Audience, type Failure } from "./operation.js";
import { idOf } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/expression/sounds.ts";
const VIEW = "platform/domain/views/expression/sound.ts";
const NO_OTHER = { own: "no other code is documented for it" };

interface Sound {
  readonly sound_id: string;
  readonly name: string;
  readonly volume: number;
  readonly guild_id?: string;
  readonly user?: { readonly id: string };
}

/** A server whose game's bot may create sounds, and whose other bot manages them. */
function hall({ stage: { platform, otherBotId }, host, ada, botId }: Scene, premiumTier: 0 | 1 = 0) {
  const guild = platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, botId, otherBotId],
    premiumTier,
    channels: [
      { name: "call", kind: "voice" },
      { name: "text", kind: "text" },
      { name: "vault", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      { name: "quiet", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.UseSoundboard }] },
      { name: "own", kind: "voice", overwrites: [{ for: "@everyone", deny: Permission.UseExternalSounds }] },
      { name: "stage", kind: "stage" },
    ],
    roles: [
      { name: "drummer", permissions: Permission.CreateGuildExpressions, memberIds: [botId] },
      { name: "conductor", permissions: Permission.ManageGuildExpressions, memberIds: [otherBotId] },
    ],
  });
  const [call = "", text = "", vault = "", quiet = "", own = "", onStage = ""] = guild.channels.map(
    ({ id }) => id,
  );
  return {
    id: guild.id,
    path: `/guilds/${guild.id}/soundboard-sounds`,
    call,
    text,
    vault,
    quiet,
    own,
    onStage,
  };
}

const horn = (more: object = {}): object => ({ name: "horn", sound: soundUri(MP3), ...more });

const upload = async (scene: Scene, path: string, more: object = {}): Promise<Sound> =>
  (await scene.must("bot", "POST", { path, body: horn(more) })) as Sound;

/** A sound of the bot. @returns its path */
async function uploaded(scene: Scene): Promise<string> {
  const { path } = hall(scene);
  return `${path}/${(await upload(scene, path)).sound_id}`;
}

/** A sound of the other bot in a server in which the game's bot may create. @returns its path */
async function strangersSound({ stage: played, host, botId }: Scene): Promise<string> {
  const { id } = played.platform.control.guilds.create({
    name: "Elsewhere",
    ownerId: host.id,
    memberIds: [botId, played.otherBotId],
    roles: [
      { name: "drummer", permissions: Permission.CreateGuildExpressions, memberIds: [played.otherBotId] },
    ],
  });
  const path = `/guilds/${id}/soundboard-sounds`;
  const { body } = await played.send(played.otherBot, "POST", { path, body: horn() });
  return `${path}/${(body as Sound).sound_id}`;
}

const cdn = (scene: Scene, id: string): Promise<Response> =>
  fetch(`${scene.stage.platform.endpoints.webBase}/cdn/soundboard-sounds/${id}`);
const guildIdOf = (path: string): string => path.split("/")[2] ?? "";
const parent = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const both = (t: string, d: object): Audience => ({ bot: [[t, d]], otherBot: [[t, d]] });

const unknownGuild = (rest: string, body?: unknown): Failure[] => [
  rejected("an unknown server", () => ({ path: `/guilds/1/soundboard-sounds${rest}`, body }), [404, 10_004]),
  rejected(
    "a word in place of the server's id",
    () => ({ path: `/guilds/word/soundboard-sounds${rest}`, body }),
    [400, 50_035],
    "guild_id",
  ),
];
const unknownSound = (body?: unknown): Failure =>
  rejected("an unknown sound", (scene) => ({ path: `${hall(scene).path}/1`, body }), [404, 10_097]);
const badFields = (ask: (scene: Scene, more: object) => Promise<{ path: string; body: object }>): Failure[] =>
  (
    [
      ["a name of one character", { name: "x" }, "name"],
      ["a long name", { name: "x".repeat(33) }, "name"],
      ["a negative volume", { volume: -0.1 }, "volume"],
      ["a volume above 1", { volume: 1.1 }, "volume"],
      ["a word in place of an emoji", { emoji_name: "horn" }, "emoji_name"],
    ] as const
  ).map(([claim, more, field]) => rejected(claim, (scene) => ask(scene, more), [400, 50_035], field));
const unknownEmoji = (
  ask: (scene: Scene, more: object) => Promise<{ path: string; body: object }>,
): Failure => rejected("an unknown emoji", (scene) => ask(scene, { emoji_id: "1" }), [404, 10_014]);

operation<{ items: Sound[] }>(stage, "list_guild_soundboard_sounds", {
  change: answer(RULES, "listSounds", "soundsOf", []),
  ask: async (scene) => ({ path: parent(await uploaded(scene)) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body.items).toMatchObject([
      { name: "horn", volume: 1, available: true, user: { id: scene.botId } },
    ]);
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: unknownGuild(""),
  never: NO_OTHER,
});

operation<Sound>(stage, "get_guild_soundboard_sound", {
  change: force(RULES, "viewOf", "mayCreate", true),
  ask: async (scene) => ({ path: await uploaded(scene) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "horn", guild_id: guildIdOf(asked.path), user: { id: scene.botId } });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    const { body: seen } = await read(scene, "bot", await strangersSound(scene));
    expect(seen).toMatchObject({ name: "horn" });
    expect(seen).not.toHaveProperty("user");
  },
  heard: "a read",
  failures: [...unknownGuild("/1"), unknownSound()],
  never: NO_OTHER,
});

const create = async (scene: Scene, more: object) => ({ path: hall(scene).path, body: horn(more) });

operation<Sound>(stage, "create_guild_soundboard_sound", {
  change: drop(RULES, "createSound", "mayCreate"),
  ask: (scene) => create(scene, { volume: 0.5, emoji_name: "📯" }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "horn", volume: 0.5, emoji_id: null, emoji_name: "📯" });
    expect((await read(scene, "otherBot", `${asked.path}/${body.sound_id}`)).body).toEqual(body);
    const file = await cdn(scene, body.sound_id);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(MP3);
    await upload(scene, asked.path, { name: "long", sound: soundUri(mp3Of(202)) });
    const drum = await upload(scene, asked.path, { name: "drum", sound: soundUri(OGG, "audio/ogg") });
    expect((await cdn(scene, drum.sound_id)).headers.get("content-type")).toBe("audio/ogg");
  },
  heard: ({ body: { user: _creator, ...sound } }) => both("GUILD_SOUNDBOARD_SOUND_CREATE", sound),
  failures: [
    ...unknownGuild("", horn()),
    ...badFields(create),
    unknownEmoji(create),
    ...(
      [
        ["no sound", { sound: undefined }],
        ["text in place of a sound", { sound: "horn" }],
        ["a picture in place of a sound", { sound: PNG }],
        ["a sound of another kind", { sound: soundUri(Buffer.from("RIFF horn"), "audio/wav") }],
        ["a sound of more than 5.2 seconds", { sound: soundUri(mp3Of(203)) }],
        ["a file above 512 KiB", { sound: soundUri(Buffer.concat([MP3], 512 * 1024 + 1)) }],
      ] as const
    ).map(([claim, more]) => rejected(claim, (scene) => create(scene, more), [400, 50_035], "sound")),
    {
      ...rejected("a bot that may not create", (scene) => create(scene, {}), [403, 50_013]),
      by: "otherBot",
    },
    rejected(
      "the ninth",
      async (scene) => {
        const { path } = hall(scene);
        for (let count = 0; count < GUILD_SOUNDS_MAX[0]!; count += 1) await upload(scene, path);
        return { path, body: horn() };
      },
      [400, 30_045],
    ),
    rejected(
      "the 25th, in a server of boost level 1",
      async (scene) => {
        const { path } = hall(scene, 1);
        for (let count = 0; count < GUILD_SOUNDS_MAX[1]!; count += 1) await upload(scene, path);
        return { path, body: horn() };
      },
      [400, 30_045],
    ),
  ],
});

const update = async (scene: Scene, body: object) => ({ path: await uploaded(scene), body });

operation<Sound>(stage, "update_guild_soundboard_sound", {
  change: drop(RULES, "updateSound", "world.sounds.put"),
  ask: (scene) => update(scene, { name: "trumpet", volume: 0, emoji_name: "🎺" }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "trumpet", volume: 0, emoji_name: "🎺" });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    const emojis = `/guilds/${guildIdOf(asked.path)}/emojis`;
    const emoji = await scene.must("bot", "POST", { path: emojis, body: { name: "brass", image: PNG } });
    const { id: emoji_id } = emoji as { id: string };
    const changed = { volume: null, emoji_id };
    expect(await scene.must("bot", "PATCH", { path: asked.path, body: changed })).toMatchObject({
      ...{ name: "trumpet", volume: 1 },
      ...{ emoji_id, emoji_name: null },
    });
    const cleared = { emoji_id: null };
    expect(await scene.must("bot", "PATCH", { path: asked.path, body: cleared })).toMatchObject(cleared);
  },
  heard: ({ body: { user: _creator, ...sound } }) => both("GUILD_SOUNDBOARD_SOUND_UPDATE", sound),
  failures: [
    ...unknownGuild("/1", {}),
    unknownSound({}),
    ...badFields(update),
    unknownEmoji(update),
    rejected(
      "the sound of somebody else",
      async (scene) => ({ path: await strangersSound(scene), body: { name: "mine" } }),
      [403, 50_013],
    ),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_guild_soundboard_sound", {
  change: drop(RULES, "deleteSound", "removePicture"),
  ask: async (scene) => ({ path: await uploaded(scene) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "otherBot", asked.path)).body).toMatchObject({ code: 10_097 });
    expect((await cdn(scene, idOf(asked.path))).status).toBe(404);
  },
  heard: ({ asked: { path } }) =>
    both("GUILD_SOUNDBOARD_SOUND_DELETE", { sound_id: idOf(path), guild_id: guildIdOf(path) }),
  failures: [
    ...unknownGuild("/1"),
    unknownSound(),
    rejected(
      "the sound of somebody else",
      async (scene) => ({ path: await strangersSound(scene) }),
      [403, 50_013],
    ),
  ],
  never: NO_OTHER,
});

operation<Sound[]>(stage, "get_soundboard_default_sounds", {
  change: set(VIEW, "standardSoundView.available", false),
  seenBy: async ({ scene, body }) => {
    expect(body.map(({ name }) => name)).toContain("airhorn");
    expect(body[0]).toEqual({
      ...{ sound_id: "1", name: "quack", volume: 1 },
      ...{ emoji_id: null, emoji_name: "🦆", available: true },
    });
    for (const { sound_id } of body)
      expect((await cdn(scene, sound_id)).headers.get("content-type")).toBe("audio/mpeg");
  },
  heard: "a read",
  failures: [],
  never: { "404": "it has no parameter", "50035": "it has no parameter", ...NO_OTHER },
});

type Place = ReturnType<typeof hall>;
type Room = "call" | "text" | "quiet" | "own" | "onStage";

/** The bot enters a call. @param state its own switches */
async function enters(guildId: string, channel_id: string, state: object = {}): Promise<void> {
  const socket = await stage().botSession(stage().bot);
  socket.send(4, { guild_id: guildId, channel_id, ...state });
  await socket.event("VOICE_SERVER_UPDATE");
}

const playing = (channel: string, sound_id = "2", more: object = {}) => ({
  path: `/channels/${channel}/send-soundboard-sound`,
  body: { sound_id, ...more },
});

/** A request of the bot in a room of a new server. */
const playingIn = async (scene: Scene, room: Room, state: object = {}, place: Place = hall(scene)) => {
  await enters(place.id, place[room], state);
  return playing(place[room]);
};

operation<undefined>(stage, "send_soundboard_sound", {
  change: set("platform/domain/views/voice/sound-effect.ts", "soundEffectView.sound_volume", 0),
  ask: async (scene) => {
    const place = hall(scene);
    const { sound_id } = await upload(scene, place.path, { volume: 0.5, emoji_name: "📯" });
    await enters(place.id, place.call);
    return playing(place.call, sound_id);
  },
  seenBy: async ({ scene, asked }) => {
    // Those in the call hear it: another bot that enters it, not while it is outside.
    const place = hall(scene);
    const { sound_id: foreign } = await upload(scene, place.path, { name: "drum" });
    const channel = asked.path.split("/")[2] ?? "";
    const guild_id = ((await read(scene, "bot", `/channels/${channel}`)).body as { guild_id: string })
      .guild_id;
    const other = await stage().botSession(stage().otherBot);
    other.send(4, { guild_id, channel_id: channel });
    await other.event("VOICE_SERVER_UPDATE");
    await scene.must("bot", "POST", playing(channel, foreign, { source_guild_id: place.id }));
    expect(await other.event("VOICE_CHANNEL_EFFECT_SEND")).toMatchObject({
      ...{ channel_id: channel, user_id: scene.botId, sound_id: foreign },
      ...{ emoji: null, sound_volume: 1 },
    });
    await scene.must("bot", "POST", playing(channel));
    expect(await other.event("VOICE_CHANNEL_EFFECT_SEND")).toMatchObject({
      sound_id: "2",
      emoji: { id: null, name: "🔊" },
    });
  },
  heard: ({ scene, asked }) => ({
    bot: [
      [
        "VOICE_CHANNEL_EFFECT_SEND",
        {
          ...{ channel_id: asked.path.split("/")[2], user_id: scene.botId },
          ...{ sound_id: (asked.body as Sound).sound_id, sound_volume: 0.5 },
          emoji: { id: null, name: "📯" },
        },
      ],
    ],
  }),
  failures: [
    rejected("an unknown channel", () => playing("1"), [404, 10_003]),
    rejected("a word in place of the channel's id", () => playing("word"), [400, 50_035], "channel_id"),
    rejected("a channel that the bot does not see", (scene) => playing(hall(scene).vault), [403, 50_001]),
    rejected("a channel without calls", (scene) => playing(hall(scene).text), [400, 50_024]),
    rejected("a bot outside the call", (scene) => playing(hall(scene).call), [400, 40_032]),
    rejected(
      "a bot in another call",
      async (scene) => {
        const place = hall(scene);
        await enters(place.id, place.own);
        return playing(place.call);
      },
      [400, 40_032],
    ),
    rejected("a call without soundboards", (scene) => playingIn(scene, "quiet"), [403, 50_013]),
    rejected(
      "a bot that has deafened itself",
      (scene) => playingIn(scene, "call", { self_deaf: true }),
      [400, 50_167],
    ),
    rejected("a bot in the audience of a stage", (scene) => playingIn(scene, "onStage"), [400, 50_167]),
    rejected(
      "a bot that the server has muted",
      async (scene) => {
        const place = hall(scene);
        const asked = await playingIn(scene, "call", {}, place);
        stage().platform.control.voice.setServerFlags(place.id, scene.botId, { mute: true, deaf: false });
        return asked;
      },
      [400, 50_167],
    ),
    rejected(
      "an unknown sound",
      async (scene) => {
        const { path } = await playingIn(scene, "call");
        return { path, body: { sound_id: "99" } };
      },
      [404, 10_097],
    ),
    rejected(
      "a sound of another server without its id",
      async (scene) => {
        const { sound_id } = await upload(scene, hall(scene).path);
        const { path } = await playingIn(scene, "call");
        return { path, body: { sound_id } };
      },
      [404, 10_097],
    ),
    rejected(
      "a sound of another server where those are not allowed",
      async (scene) => {
        const elsewhere = hall(scene);
        const { sound_id } = await upload(scene, elsewhere.path);
        const { path } = await playingIn(scene, "own");
        return { path, body: { sound_id, source_guild_id: elsewhere.id } };
      },
      [403, 50_013],
    ),
    rejected(
      "no sound",
      async (scene) => ({ path: (await playingIn(scene, "call")).path, body: {} }),
      [400, 50_035],
      "sound_id",
    ),
  ],
});
