// Custom emojis of servers and of applications.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, early, force, set } from "../change.js";
import { operation, read, rejected, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/expression/emojis.ts";
const EXPRESSIONS = "platform/domain/rules/expression/guild-expressions.ts";
const VIEW = "platform/domain/views/expression/emoji.ts";
const NO_OTHER = { own: "no other code is documented for it" };

interface Emoji {
  readonly id: string;
  readonly name: string;
  readonly animated: boolean;
  readonly roles: readonly string[];
  readonly user?: { readonly id: string };
}

const uri = (start: string, bytes = 0): string =>
  `data:image/png;base64,${Buffer.from(start.padEnd(bytes, "x"), "latin1").toString("base64")}`;
const PNG = uri("\x89PNG\r\n\x1a\nx");
const GIF = uri("GIF89a moving");
const TOO_LARGE = uri("GIF89a", 256 * 1024 + 1);

/**
 * A server whose game's bot may create emojis and whose other bot manages them; Ada may neither.
 * @returns the path of its emojis
 */
function guildOf({ stage: { platform, otherBotId }, host, ada, botId }: Scene) {
  const guild = platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, botId, otherBotId],
    roles: [
      { name: "artist", permissions: Permission.CreateGuildExpressions, memberIds: [botId] },
      { name: "curator", permissions: Permission.ManageGuildExpressions, memberIds: [otherBotId] },
    ],
  });
  return { path: `/guilds/${guild.id}/emojis`, id: guild.id, roleId: guild.roles![0]!.id };
}

/** A server whose game's bot may do nothing with its emojis. @returns the path of its emojis, with one of the other bot */
async function strangersEmoji(scene: Scene): Promise<string> {
  const guild = scene.stage.platform.control.guilds.create({
    name: "Elsewhere",
    ownerId: scene.host.id,
    memberIds: [scene.botId, scene.stage.otherBotId],
    roles: [
      {
        name: "artist",
        permissions: Permission.CreateGuildExpressions,
        memberIds: [scene.stage.otherBotId],
      },
    ],
  });
  const path = `/guilds/${guild.id}/emojis`;
  const asked = { path, body: { name: "sword", image: PNG } };
  const { body } = await scene.stage.send(scene.stage.otherBot, "POST", asked);
  return `${path}/${(body as Emoji).id}`;
}

type Home = (scene: Scene) => string;
const ofGuild: Home = (scene) => guildOf(scene).path;
const ofApplication: Home = ({ applicationId }) => `/applications/${applicationId}/emojis`;

const upload = async (scene: Scene, path: string, body: object = {}): Promise<Emoji> =>
  (await scene.must("bot", "POST", { path, body: { name: "sword", image: PNG, ...body } })) as Emoji;

/** An emoji of the bot. @returns its path */
async function uploaded(scene: Scene, home: Home): Promise<string> {
  const path = home(scene);
  return `${path}/${(await upload(scene, path)).id}`;
}

const cdn = async (scene: Scene, id: string): Promise<number> =>
  (await fetch(`${scene.stage.platform.endpoints.webBase}/cdn/emojis/${id}.webp`)).status;
const parent = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const guildIdOf = (path: string): string => path.split("/")[2] ?? "";

const at = (home: Home, rest: string, body?: unknown) => (scene: Scene) => ({
  path: home(scene) + rest,
  body,
});
const unknownHome = (kind: "guilds" | "applications", rest: string, body?: unknown): Failure[] => [
  rejected("an unknown owner", () => ({ path: `/${kind}/1/emojis${rest}`, body }), [
    404,
    kind === "guilds" ? 10_004 : 10_002,
  ]),
  rejected(
    "a word in place of the owner's id",
    () => ({ path: `/${kind}/word/emojis${rest}`, body }),
    [400, 50_035],
    kind === "guilds" ? "guild_id" : "application_id",
  ),
];
const unknownEmoji = (home: Home, body?: unknown): Failure =>
  rejected("an unknown emoji", at(home, "/1", body), [404, 10_014]);

const badNames = (home: Home): Failure[] =>
  ["x", "x".repeat(33), "two words"].map((name) =>
    rejected(`the name ${name.slice(0, 10)}`, at(home, "", { name, image: PNG }), [400, 50_035], "name"),
  );
const badImages = (home: Home): Failure[] => [
  rejected("no picture", at(home, "", { name: "sword" }), [400, 50_035], "image"),
  rejected(
    "text in place of a picture",
    at(home, "", { name: "sword", image: "sword" }),
    [400, 50_035],
    "image",
  ),
  rejected(
    "a picture above 256 KiB",
    at(home, "", { name: "sword", image: TOO_LARGE }),
    [400, 50_035],
    "image",
  ),
];

/** All with one kind of moving pictures, so that the next one is too many. */
async function fillGuild(scene: Scene): Promise<string> {
  const path = ofGuild(scene);
  for (let count = 0; count < 50; count += 1) await upload(scene, path, { name: `sword_${String(count)}` });
  // Animated ones are counted apart.
  await upload(scene, path, { image: GIF });
  return path;
}

operation<Emoji[]>(stage, "list_guild_emojis", {
  change: answer(RULES, "listEmojis", "emojisOf", []),
  ask: async (scene) => ({ path: parent(await uploaded(scene, ofGuild)) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject([{ name: "sword", animated: false, user: { id: scene.botId } }]);
    const second = await upload(scene, asked.path, { name: "dance", image: GIF });
    const { body: listed } = await read(scene, "otherBot", asked.path);
    expect(listed).toMatchObject([{ name: "sword" }, { id: second.id, name: "dance", animated: true }]);
    const { body: guild } = await read(scene, "otherBot", `/guilds/${guildIdOf(asked.path)}`);
    expect((guild as { emojis: Emoji[] }).emojis.map(({ name }) => name)).toEqual(["sword", "dance"]);
  },
  heard: "a read",
  failures: unknownHome("guilds", ""),
  never: NO_OTHER,
});

operation<Emoji>(stage, "get_guild_emoji", {
  change: early(EXPRESSIONS, "findGuildExpressions.mayChange", true),
  ask: async (scene) => ({ path: await uploaded(scene, ofGuild) }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "sword", user: { id: scene.botId } });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
    // A bot that neither uploaded it nor manages emojis does not see who did.
    const { body: seen } = await read(scene, "bot", await strangersEmoji(scene));
    expect(seen).toMatchObject({ name: "sword" });
    expect(seen).not.toHaveProperty("user");
  },
  heard: "a read",
  failures: [...unknownHome("guilds", "/1"), unknownEmoji(ofGuild)],
  never: NO_OTHER,
});

operation<Emoji>(stage, "create_guild_emoji", {
  change: drop(RULES, "createEmoji", "mayCreate"),
  ask: (scene) => {
    const { path, roleId } = guildOf(scene);
    return { path, body: { name: "sword", image: PNG, roles: [roleId, roleId] } };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body.roles).toHaveLength(1);
    expect((await read(scene, "otherBot", `${asked.path}/${body.id}`)).body).toEqual(body);
    expect(await cdn(scene, body.id)).toBe(200);
  },
  heard: ({ asked, body }) => {
    const { id, name } = body;
    const emoji = { id, name, animated: false, available: true };
    const event = ["GUILD_EMOJIS_UPDATE", { guild_id: guildIdOf(asked.path), emojis: [emoji] }] as const;
    return { bot: [event], otherBot: [event] };
  },
  failures: [
    ...unknownHome("guilds", "", { name: "sword", image: PNG }),
    ...badNames(ofGuild),
    ...badImages(ofGuild),
    rejected(
      "a role of another server",
      at(ofGuild, "", { name: "sword", image: PNG, roles: ["1"] }),
      [400, 50_035],
      "roles",
    ),
    {
      ...rejected("a bot that may not create", at(ofGuild, "", { name: "sword", image: PNG }), [403, 50_013]),
      by: "otherBot",
    },
    rejected(
      "more than fifty still ones",
      async (scene) => ({ path: await fillGuild(scene), body: { name: "sword", image: PNG } }),
      [400, 30_008],
    ),
  ],
});

operation<Emoji>(stage, "update_guild_emoji", {
  change: set(RULES, "updateEmoji.after.name", ""),
  ask: async (scene) => ({ path: await uploaded(scene, ofGuild), body: { name: "shield" } }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "shield", user: { id: scene.botId } });
    expect((await read(scene, "otherBot", asked.path)).body).toEqual(body);
  },
  heard: ({ asked }) => {
    const event = [
      "GUILD_EMOJIS_UPDATE",
      { guild_id: guildIdOf(asked.path), emojis: [{ name: "shield" }] },
    ] as const;
    return { bot: [event], otherBot: [event] };
  },
  failures: [
    ...unknownHome("guilds", "/1", {}),
    unknownEmoji(ofGuild, {}),
    rejected(
      "the emoji of somebody else",
      async (scene) => ({ path: await strangersEmoji(scene), body: { name: "mine" } }),
      [403, 50_013],
    ),
    rejected(
      "a name of one character",
      async (scene) => ({ path: await uploaded(scene, ofGuild), body: { name: "x" } }),
      [400, 50_035],
      "name",
    ),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_guild_emoji", {
  change: drop(RULES, "deleteEmoji", "removePicture"),
  ask: async (scene) => ({ path: await uploaded(scene, ofGuild) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "otherBot", asked.path)).status).toBe(404);
    expect(await cdn(scene, asked.path.split("/").at(-1) ?? "")).toBe(404);
  },
  heard: ({ asked }) => {
    const event = ["GUILD_EMOJIS_UPDATE", { guild_id: guildIdOf(asked.path), emojis: [] }] as const;
    return { bot: [event], otherBot: [event] };
  },
  failures: [
    ...unknownHome("guilds", "/1"),
    unknownEmoji(ofGuild),
    rejected(
      "the emoji of somebody else",
      async (scene) => ({ path: await strangersEmoji(scene) }),
      [403, 50_013],
    ),
  ],
  never: NO_OTHER,
});

const FOR_NOBODY = "no event tells of an application's emojis";

operation<{ items: Emoji[] }>(stage, "list_application_emojis", {
  change: drop("platform/http/emoji.ts", "emojiRoutes", "items"),
  ask: async (scene) => ({ path: parent(await uploaded(scene, ofApplication)) }),
  seenBy: async ({ scene, body }) => {
    const last = body.items.at(-1);
    expect(last).toMatchObject({ name: "sword", user: { id: scene.botId } });
    expect(await cdn(scene, last?.id ?? "")).toBe(200);
  },
  heard: "a read",
  failures: unknownHome("applications", ""),
  never: NO_OTHER,
});

operation<Emoji>(stage, "get_application_emoji", {
  change: force(RULES, "findEmoji", "emoji.ownerId", true),
  ask: async (scene) => ({ path: await uploaded(scene, ofApplication) }),
  seenBy: async ({ scene, asked, body }) => {
    const { body: listed } = await read(scene, "bot", parent(asked.path));
    expect((listed as { items: Emoji[] }).items).toContainEqual(body);
    // The emoji of a server is not one of the application's.
    const { id } = await upload(scene, ofGuild(scene));
    expect((await read(scene, "bot", `${ofApplication(scene)}/${id}`)).status).toBe(404);
  },
  heard: "a read",
  failures: [...unknownHome("applications", "/1"), unknownEmoji(ofApplication)],
  never: NO_OTHER,
});

operation<Emoji>(stage, "create_application_emoji", {
  change: set(VIEW, "emojiView.animated", false),
  ask: at(ofApplication, "", { name: "dance", image: GIF }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "dance", animated: true, user: { id: scene.botId } });
    expect((await read(scene, "bot", `${asked.path}/${body.id}`)).body).toEqual(body);
    expect(await cdn(scene, body.id)).toBe(200);
  },
  heard: FOR_NOBODY,
  failures: [
    ...unknownHome("applications", "", { name: "sword", image: PNG }),
    ...badNames(ofApplication),
    ...badImages(ofApplication),
  ],
  never: { own: "its limit is tested with the row of the limit" },
});

operation<Emoji>(stage, "update_application_emoji", {
  change: drop(RULES, "updateEmoji", "emojis"),
  ask: async (scene) => ({ path: await uploaded(scene, ofApplication), body: { name: "shield" } }),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ name: "shield" });
    expect((await read(scene, "bot", asked.path)).body).toEqual(body);
  },
  heard: FOR_NOBODY,
  failures: [
    ...unknownHome("applications", "/1", {}),
    unknownEmoji(ofApplication, {}),
    rejected(
      "a name with a space",
      async (scene) => ({ path: await uploaded(scene, ofApplication), body: { name: "a b" } }),
      [400, 50_035],
      "name",
    ),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_application_emoji", {
  change: drop(RULES, "deleteEmoji", "emojis"),
  ask: async (scene) => ({ path: await uploaded(scene, ofApplication) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "bot", asked.path)).status).toBe(404);
    const { body } = await read(scene, "bot", parent(asked.path));
    expect((body as { items: Emoji[] }).items.map(({ id }) => id)).not.toContain(
      asked.path.split("/").at(-1),
    );
  },
  heard: FOR_NOBODY,
  failures: [...unknownHome("applications", "/1"), unknownEmoji(ofApplication)],
  never: NO_OTHER,
});
