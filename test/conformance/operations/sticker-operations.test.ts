// Stickers of servers, and the platform's own pack.
import { GUILD_STICKERS_MAX, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import {
  STANDARD_PACK,
  STANDARD_STICKERS,
} from "../../../platform/domain/records/expression/standard-stickers.js";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { gifOf, lottieOf, pngOf } from "../../support/pictures.js";
import { stickerForm } from "../../support/sticker-form.js";
import { answer, drop, force, set } from "../change.js";
import { operation, read, rejected, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/expression/stickers.ts";
const VIEW = "platform/domain/views/expression/sticker.ts";
const NO_OTHER = { own: "no other code is documented for it" };

interface Sticker {
  readonly id: string;
  readonly name: string;
  readonly user?: { readonly id: string };
}

/** A server whose game's bot may create stickers and whose other bot manages them. @returns the path of its stickers */
function guildOf({ stage: { platform, otherBotId }, host, ada, botId }: Scene, features: string[] = []) {
  const { id } = platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, botId, otherBotId],
    features,
    roles: [
      { name: "artist", permissions: Permission.CreateGuildExpressions, memberIds: [botId] },
      { name: "curator", permissions: Permission.ManageGuildExpressions, memberIds: [otherBotId] },
    ],
    channels: [{ name: "text", kind: "text" }],
  });
  return { path: `/guilds/${id}/stickers` };
}

/** Where messages of the same server are. */
async function messagesBeside(scene: Scene, path: string): Promise<string> {
  const channels = await scene.must("bot", "GET", { path: `/guilds/${guildIdOf(path)}/channels` });
  return `/channels/${(channels as { id: string }[])[0]?.id ?? ""}/messages`;
}

/** A server whose game's bot may do nothing with its stickers. @returns the path of a sticker of the other bot */
async function strangersSticker({ stage, host, botId }: Scene): Promise<string> {
  const { id } = stage.platform.control.guilds.create({
    name: "Elsewhere",
    ownerId: host.id,
    memberIds: [botId, stage.otherBotId],
    roles: [
      { name: "artist", permissions: Permission.CreateGuildExpressions, memberIds: [stage.otherBotId] },
    ],
  });
  const path = `/guilds/${id}/stickers`;
  const { body } = await stage.send(stage.otherBot, "POST", { path, body: stickerForm() });
  return `${path}/${(body as Sticker).id}`;
}

const upload = async (scene: Scene, path: string, fields: Record<string, string> = {}): Promise<Sticker> =>
  (await scene.must("bot", "POST", { path, body: stickerForm(fields) })) as Sticker;

/** A sticker of the bot. @returns its path */
async function uploaded(scene: Scene): Promise<string> {
  const { path } = guildOf(scene);
  return `${path}/${(await upload(scene, path)).id}`;
}

const cdn = async (scene: Scene, id: string): Promise<Response> =>
  fetch(`${scene.stage.platform.endpoints.webBase}/cdn/stickers/${id}.png`);
const parent = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const idOf = (path: string): string => path.split("/").at(-1) ?? "";
const guildIdOf = (path: string): string => path.split("/")[2] ?? "";

const unknownGuild = (rest: string, body?: () => unknown): Failure[] => [
  rejected("an unknown server", () => ({ path: `/guilds/1/stickers${rest}`, body: body?.() }), [404, 10_004]),
  rejected(
    "a word in place of the server's id",
    () => ({ path: `/guilds/word/stickers${rest}`, body: body?.() }),
    [400, 50_035],
    "guild_id",
  ),
];
const unknownSticker = (body?: unknown): Failure =>
  rejected("an unknown sticker", (scene) => ({ path: `${guildOf(scene).path}/1`, body }), [404, 10_060]);

const badField = (claim: string, field: string, fields: Record<string, string>): Failure =>
  rejected(
    claim,
    (scene) => ({ path: guildOf(scene).path, body: stickerForm(fields) }),
    [400, 50_035],
    field,
  );
const badFile = (
  claim: string,
  file: Parameters<typeof stickerForm>[1],
  code = 50_035,
  features: string[] = [],
): Failure =>
  rejected(
    claim,
    (scene) => ({ path: guildOf(scene, features).path, body: stickerForm({}, file) }),
    [400, code],
    ...(code === 50_035 ? ["file"] : []),
  );

async function fillGuild(scene: Scene): Promise<string> {
  const { path } = guildOf(scene);
  for (let count = 0; count < GUILD_STICKERS_MAX; count += 1) await upload(scene, path);
  return path;
}

const updated =
  (stickers: object[]) =>
  ({ asked }: { asked: { path: string } }) => {
    const event = ["GUILD_STICKERS_UPDATE", { guild_id: guildIdOf(asked.path), stickers }] as const;
    return { bot: [event], otherBot: [event] };
  };

operation<Sticker[]>(stage, "list_guild_stickers", {
  change: answer(RULES, "listGuildStickers", "stickersOf", []),
  ask: async (scene) => ({ path: parent(await uploaded(scene)) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([{ name: "sword", format_type: 1, user: { id: scene.botId } }]);
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    const { body: guild } = await read(scene, "otherBot", `/guilds/${guildIdOf(asked.path)}`);
    expect(guild).toMatchObject({ stickers: [{ name: "sword", type: 2, available: true }] });
  },
  heard: "a read",
  failures: unknownGuild(""),
  never: NO_OTHER,
});

operation<Sticker>(stage, "get_guild_sticker", {
  change: force(RULES, "viewOf", "mayCreate", true),
  ask: async (scene) => ({ path: await uploaded(scene) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "sword", user: { id: scene.botId } });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    const { body: seen } = await read(scene, "bot", await strangersSticker(scene));
    expect(seen).toMatchObject({ name: "sword" });
    expect(seen).not.toHaveProperty("user");
  },
  heard: "a read",
  failures: [...unknownGuild("/1"), unknownSticker()],
  never: NO_OTHER,
});

operation<Sticker>(stage, "create_guild_sticker", {
  change: drop(RULES, "createSticker", "mayCreate"),
  ask: (scene) => ({ path: guildOf(scene).path, body: stickerForm({ description: "a sharp one" }) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "sword", description: "a sharp one", tags: "crossed_swords" });
    expect((await read(scene, "otherBot", `${asked.path}/${body.id}`)).body).toEqual(body);
    const picture = await cdn(scene, body.id);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pngOf(320, 320));
    const { path } = guildOf(scene, ["VERIFIED"]);
    const moving = [pngOf(9, 9, [1]), lottieOf(), gifOf(9, 9, [1])];
    for (const file of moving) await scene.must("bot", "POST", { path, body: stickerForm({}, file) });
    const { body: listed } = await read(scene, "bot", path);
    expect((listed as { format_type: number }[]).map(({ format_type }) => format_type)).toEqual([2, 3, 4]);
  },
  heard: ({ asked, body: { id } }) => updated([{ id, name: "sword", available: true }])({ asked }),
  failures: [
    ...unknownGuild("", stickerForm),
    badField("a name of one character", "name", { name: "x" }),
    badField("a long name", "name", { name: "x".repeat(31) }),
    badField("a description of one character", "description", { description: "x" }),
    badField("a long description", "description", { description: "x".repeat(101) }),
    badField("no tags", "tags", { tags: "" }),
    badField("long tags", "tags", { tags: "x".repeat(201) }),
    badField("another field", "_body", { password: "x" }),
    badFile("no file", null),
    badFile("text in place of a picture", "sword"),
    badFile("a picture that is too wide", pngOf(321, 1)),
    badFile("a file above 512 KiB", new Uint8Array(512 * 1024 + 1)),
    badFile("a Lottie file in an ordinary server", lottieOf()),
    badFile("a Lottie file with pixels", lottieOf({ assets: [{ p: "x" }] }), 170_002),
    badFile("a GIF that is too long", gifOf(1, 1, [501]), 170_007),
    {
      ...rejected(
        "a bot that may not create",
        (scene) => ({ path: guildOf(scene).path, body: stickerForm() }),
        [403, 50_013],
      ),
      by: "otherBot",
    },
    rejected(
      "more than five",
      async (scene) => ({ path: await fillGuild(scene), body: stickerForm() }),
      [400, 30_039],
    ),
  ],
});

operation<Sticker>(stage, "update_guild_sticker", {
  change: drop(RULES, "updateSticker", "stickers"),
  ask: async (scene) => ({ path: await uploaded(scene), body: { name: "shield", description: null } }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "shield", description: null, tags: "crossed_swords" });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: updated([{ name: "shield" }]),
  failures: [
    ...unknownGuild("/1", () => ({})),
    unknownSticker({}),
    rejected(
      "the sticker of somebody else",
      async (scene) => ({ path: await strangersSticker(scene), body: { name: "mine" } }),
      [403, 50_013],
    ),
    rejected(
      "a name of one character",
      async (scene) => ({ path: await uploaded(scene), body: { name: "x" } }),
      [400, 50_035],
      "name",
    ),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_guild_sticker", {
  change: drop(RULES, "deleteSticker", "removePicture"),
  ask: async (scene) => {
    const path = await uploaded(scene);
    const sticker_ids = [idOf(path), STANDARD_STICKERS[0]!.id, idOf(path)];
    const body = { content: "look", sticker_ids };
    await scene.must("bot", "POST", { path: await messagesBeside(scene, path), body });
    return { path };
  },
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "otherBot", asked.path)).status).toBe(404);
    expect((await cdn(scene, idOf(asked.path))).status).toBe(404);
    // Messages keep it.
    const messages = await messagesBeside(scene, asked.path);
    const sticker_items = [
      { id: idOf(asked.path), name: "sword", format_type: 1 },
      { id: STANDARD_STICKERS[0]!.id, name: "blue", format_type: 1 },
    ];
    const { body: listed } = await read(scene, "bot", messages);
    expect(listed).toMatchObject([{ sticker_items }]);
    const [{ id: message_id, channel_id }] = listed as [{ id: string; channel_id: string }];
    const forward = { message_reference: { type: 1, message_id, channel_id } };
    expect(await scene.must("bot", "POST", { path: messages, body: forward })).toMatchObject({
      message_snapshots: [{ message: { content: "look", sticker_items } }],
    });
    const edited = await scene.must("bot", "PATCH", {
      path: `${messages}/${message_id}`,
      body: { content: "" },
    });
    expect(edited).toMatchObject({ content: "", sticker_items });
  },
  heard: updated([]),
  failures: [
    ...unknownGuild("/1"),
    unknownSticker(),
    rejected(
      "the sticker of somebody else",
      async (scene) => ({ path: await strangersSticker(scene) }),
      [403, 50_013],
    ),
  ],
  never: NO_OTHER,
});

operation<Sticker>(stage, "get_sticker", {
  change: set(VIEW, "stickerView.available", false),
  ask: async (scene) => ({ path: `/stickers/${idOf(await uploaded(scene))}` }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "sword", available: true });
    expect(body).not.toHaveProperty("user");
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    const standard = STANDARD_STICKERS[1]!;
    expect((await read(scene, "bot", `/stickers/${standard.id}`)).body).toMatchObject({
      name: "grey",
      type: 1,
    });
    expect((await cdn(scene, standard.id)).status).toBe(200);
    const elsewhere = await messagesBeside(scene, guildOf(scene).path);
    const sent = await stage().send(stage().bot, "POST", {
      path: elsewhere,
      body: { sticker_ids: [body.id] },
    });
    expect(sent).toMatchObject({ status: 400, body: { code: 50_081 } });
  },
  heard: "a read",
  failures: [
    rejected("an unknown sticker", () => ({ path: "/stickers/1" }), [404, 10_060]),
    rejected("a word", () => ({ path: "/stickers/word" }), [400, 50_035], "sticker_id"),
  ],
  never: NO_OTHER,
});

interface Pack {
  readonly id: string;
  readonly stickers: readonly Sticker[];
}

operation<{ sticker_packs: Pack[] }>(stage, "list_sticker_packs", {
  change: set(RULES, "listStickerPacks.sticker_packs", []),
  seenBy: async ({ scene, body }) => {
    expect(body.sticker_packs.map(({ id }) => id)).toEqual([STANDARD_PACK.id]);
    expect((await read(scene, "bot", `/sticker-packs/${STANDARD_PACK.id}`)).body).toEqual(
      body.sticker_packs[0],
    );
  },
  heard: "a read",
  failures: [],
  never: {
    "401": "it needs no token",
    "403": "it needs no token",
    "404": "it has no parameter",
    "50035": "it has no parameter",
    own: "no other code is documented for it",
  },
});

operation<Pack>(stage, "get_sticker_pack", {
  change: set(VIEW, "stickerPackView.stickers", []),
  seenBy: async ({ scene, body }) => {
    expect(body.stickers).toHaveLength(6);
    for (const sticker of body.stickers)
      expect((await read(scene, "otherBot", `/stickers/${sticker.id}`)).body).toEqual(sticker);
  },
  heard: "a read",
  failures: [
    rejected("an unknown pack", () => ({ path: "/sticker-packs/1" }), [404, 10_061]),
    rejected("a word", () => ({ path: "/sticker-packs/word" }), [400, 50_035], "pack_id"),
  ],
  never: NO_OTHER,
});
