// Automatic moderation of servers.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force } from "../change.js";
import { operation, read, rejected, type Audience, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/auto-moderation/auto-moderation-rules.ts";
const INPUT = "platform/domain/rules/auto-moderation/rule-input.ts";
const NO_OTHER = { own: "no other code is documented for it" };

interface Rule {
  readonly id: string;
  readonly name: string;
}

/** A server that the game's bot and its owner manage; the other bot may time members out, and no more. */
function yard({ stage: { platform, otherBotId }, host, ada, ben, botId }: Scene) {
  const guild = platform.control.guilds.create({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, ben.id, botId, otherBotId],
    channels: [
      { name: "text", kind: "text" },
      { name: "alerts", kind: "text" },
    ],
    roles: [
      { name: "manager", permissions: Permission.ManageGuild | Permission.ViewAuditLog, memberIds: [botId] },
      { name: "moderator", permissions: Permission.ModerateMembers, memberIds: [otherBotId] },
    ],
  });
  const [text = "", alerts = ""] = guild.channels.map(({ id }) => id);
  return { guildId: guild.id, path: `/guilds/${guild.id}/auto-moderation/rules`, text, alerts };
}

const noCats = (more: object = {}): object => ({
  name: "No cats",
  event_type: 1,
  trigger_type: 1,
  trigger_metadata: { keyword_filter: ["cat"] },
  actions: [{ type: 1, metadata: { custom_message: "Dogs only" } }],
  enabled: true,
  ...more,
});

const create = async (scene: Scene, path: string, body: object): Promise<Rule> =>
  (await scene.must("bot", "POST", { path, body })) as Rule;

/** A rule of the bot. @returns its path */
async function made(scene: Scene): Promise<string> {
  const { path } = yard(scene);
  return `${path}/${(await create(scene, path, noCats())).id}`;
}

/** The other bot's answer for a text in the server of a rule. */
async function said(scene: Scene, rulePath: string, content: string): Promise<number> {
  const { stage: played } = scene;
  const channels = await played.send(played.bot, "GET", { path: `/guilds/${guildOf(rulePath)}/channels` });
  const [text] = channels.body as { id: string }[];
  const path = `/channels/${text?.id ?? ""}/messages`;
  return (await played.send(played.otherBot, "POST", { path, body: { content } })).status;
}

const guildOf = (path: string): string => path.split("/")[2] ?? "";
const toBot = (t: string, d: object, action: number): Audience => ({
  bot: [
    [t, d],
    ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: action }],
  ],
});

const numbers = (length: number): string[] => Array.from({ length }, (_, index) => String(index + 1));

/** Of all operations. */
const common = (rest: string, body?: unknown): Failure[] => [
  rejected(
    "an unknown server",
    () => ({ path: `/guilds/1/auto-moderation/rules${rest}`, body }),
    [404, 10_004],
  ),
  rejected(
    "a word in place of the server's id",
    () => ({ path: `/guilds/word/auto-moderation/rules${rest}`, body }),
    [400, 50_035],
    "guild_id",
  ),
];
const notManager = (path: (scene: Scene) => Promise<string> | string, body?: unknown): Failure => ({
  ...rejected(
    "who does not manage the server",
    async (scene) => ({ path: await path(scene), body }),
    [403, 50_013],
  ),
  by: "otherBot",
});
const unknownRule = (body?: unknown): Failure[] => [
  rejected("an unknown rule", (scene) => ({ path: `${yard(scene).path}/1`, body }), [404, 0]),
  rejected(
    "a rule of another server",
    async (scene) => {
      const { id } = await create(scene, yard(scene).path, noCats());
      return { path: `${yard(scene).path}/${id}`, body };
    },
    [404, 0],
  ),
];

operation<Rule[]>(stage, "list_auto_moderation_rules", {
  change: answer(RULES, "listRules", "listBy", []),
  ask: async (scene) => {
    const { path } = yard(scene);
    await create(scene, path, noCats());
    await create(scene, path, noCats({ name: "No more cats" }));
    return { path };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body.map(({ name }) => name)).toEqual(["No cats", "No more cats"]);
    await scene.must("bot", "DELETE", { path: `${asked.path}/${body[0]?.id ?? ""}` });
    expect((await read(scene, "bot", asked.path)).body).toEqual(body.slice(1));
  },
  heard: "a read",
  failures: [...common(""), notManager((scene) => yard(scene).path)],
  never: NO_OTHER,
});

operation<Rule>(stage, "get_auto_moderation_rule", {
  change: force(RULES, "findRule", "rule.guildId", true),
  ask: async (scene) => ({ path: await made(scene) }),
  seenBy: async ({ scene, asked, body }) => {
    const [, , guildId = ""] = asked.path.split("/");
    expect(body).toEqual({
      ...(noCats() as object),
      id: asked.path.split("/").at(-1),
      guild_id: guildId,
      creator_id: scene.botId,
      trigger_metadata: { keyword_filter: ["cat"], regex_patterns: [], allow_list: [] },
      exempt_roles: [],
      exempt_channels: [],
    });
  },
  heard: "a read",
  failures: [...common("/1"), ...unknownRule(), notManager(made)],
  never: NO_OTHER,
});

operation<Rule>(stage, "create_auto_moderation_rule", {
  change: drop(INPUT, "draftOf", "input.enabled"),
  ask: (scene) => ({ path: yard(scene).path, body: noCats() }),
  seenBy: async ({ scene, asked, body }) => {
    const path = `${asked.path}/${body.id}`;
    expect((await read(scene, "bot", path)).body).toEqual(body);
    expect(await said(scene, path, "a cat")).toBe(400);
    expect(await said(scene, path, "a dog")).toBe(200);
    // A rule is off unless it says so.
    await scene.must("bot", "PATCH", { path, body: { enabled: false } });
    const idle = await create(scene, asked.path, noCats({ enabled: undefined }));
    expect(idle).toMatchObject({ enabled: false });
    expect(await said(scene, path, "a cat")).toBe(200);
  },
  heard: ({ body }) => toBot("AUTO_MODERATION_RULE_CREATE", body, 140),
  failures: [
    ...common("", noCats()),
    notManager((scene) => yard(scene).path, noCats()),
    rejected(
      "a time-out by who may not time out",
      (scene) => ({
        path: yard(scene).path,
        body: noCats({ actions: [{ type: 3, metadata: { duration_seconds: 60 } }] }),
      }),
      [403, 50_013],
    ),
    ...(
      [
        ["no name", { name: "" }, "name"],
        ["a blank name", { name: " " }, "name"],
        ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
        ["an unknown trigger type", { trigger_type: 2 }, "trigger_type"],
        ["the event of another trigger", { event_type: 2 }, "event_type"],
        ["no keywords", { trigger_metadata: {} }, "trigger_metadata.keyword_filter"],
        [
          "1,001 keywords",
          { trigger_metadata: { keyword_filter: numbers(1001) } },
          "trigger_metadata.keyword_filter",
        ],
        [
          "a keyword of 61 characters",
          { trigger_metadata: { keyword_filter: ["x".repeat(61)] } },
          "trigger_metadata.keyword_filter.0",
        ],
        [
          "a keyword of wildcards only",
          { trigger_metadata: { keyword_filter: ["x", "**"] } },
          "trigger_metadata.keyword_filter.1",
        ],
        [
          "11 patterns",
          { trigger_metadata: { regex_patterns: Array.from({ length: 11 }, () => "x") } },
          "trigger_metadata.regex_patterns",
        ],
        [
          "a pattern of 261 characters",
          { trigger_metadata: { regex_patterns: ["x".repeat(261)] } },
          "trigger_metadata.regex_patterns.0",
        ],
        [
          "a pattern with a back-reference",
          { trigger_metadata: { regex_patterns: ["(x)\\1"] } },
          "trigger_metadata.regex_patterns.0",
        ],
        [
          "a pattern that is too large",
          { trigger_metadata: { regex_patterns: ["(x{100}){100}"] } },
          "trigger_metadata.regex_patterns.0",
        ],
        [
          "101 allowed keywords",
          { trigger_metadata: { keyword_filter: ["x"], allow_list: numbers(101) } },
          "trigger_metadata.allow_list",
        ],
        ["no preset", { trigger_type: 4, trigger_metadata: {} }, "trigger_metadata.presets"],
        [
          "an unknown preset",
          { trigger_type: 4, trigger_metadata: { presets: [4] } },
          "trigger_metadata.presets.0",
        ],
        [
          "51 mentions",
          { trigger_type: 5, trigger_metadata: { mention_total_limit: 51 } },
          "trigger_metadata.mention_total_limit",
        ],
        ["no action", { actions: [] }, "actions"],
        ["an unknown action", { actions: [{ type: 5 }] }, "actions.0.type"],
        ["an action twice", { actions: [{ type: 1 }, { type: 1 }] }, "actions"],
        ["quarantine for a message", { actions: [{ type: 4 }] }, "actions.0.type"],
        ["an alert nowhere", { actions: [{ type: 2 }] }, "actions.0.metadata.channel_id"],
        [
          "an alert in an unknown channel",
          { actions: [{ type: 2, metadata: { channel_id: "1" } }] },
          "actions.0.metadata.channel_id",
        ],
        [
          "a text of 151 characters for the author",
          { actions: [{ type: 1, metadata: { custom_message: "x".repeat(151) } }] },
          "actions.0.metadata.custom_message",
        ],
        ["21 exempt roles", { exempt_roles: numbers(21) }, "exempt_roles"],
        ["51 exempt channels", { exempt_channels: numbers(51) }, "exempt_channels"],
        ["an exempt role twice", { exempt_roles: ["1", "1"] }, "exempt_roles"],
      ] as const
    ).map(([claim, more, field]) =>
      rejected(claim, (scene) => ({ path: yard(scene).path, body: noCats(more) }), [400, 50_035], field),
    ),
    ...(
      [
        [6, 1, 1, { keyword_filter: ["x"] }],
        [1, 3, 1, {}],
        [1, 4, 1, { presets: [1] }],
        [1, 5, 1, { mention_total_limit: 5 }],
        [1, 6, 2, { keyword_filter: ["x"] }],
      ] as const
    ).map(([count, trigger_type, event_type, trigger_metadata]) =>
      rejected(
        `one rule more than ${String(count)} of trigger type ${String(trigger_type)}`,
        async (scene) => {
          const { path, alerts } = yard(scene);
          const actions = [{ type: 2, metadata: { channel_id: alerts } }];
          const body = noCats({ trigger_type, event_type, trigger_metadata, actions });
          for (let made = 0; made < count; made += 1) await create(scene, path, body);
          return { path, body };
        },
        [400, 50_035],
        "trigger_type",
      ),
    ),
  ],
  never: NO_OTHER,
});

operation<Rule>(stage, "update_auto_moderation_rule", {
  change: drop(INPUT, "metadataOf", "keyword_filter"),
  ask: async (scene) => ({
    path: await made(scene),
    body: { name: "No dogs", trigger_metadata: { keyword_filter: ["dog"] } },
  }),
  seenBy: async ({ scene, asked, body }) => {
    expect((await read(scene, "bot", asked.path)).body).toEqual(body);
    expect(body).toMatchObject({
      name: "No dogs",
      enabled: true,
      actions: [{ type: 1, metadata: { custom_message: "Dogs only" } }],
    });
    expect(await said(scene, asked.path, "a dog")).toBe(400);
    expect(await said(scene, asked.path, "a cat")).toBe(200);
  },
  heard: ({ body }) => toBot("AUTO_MODERATION_RULE_UPDATE", body, 141),
  failures: [
    ...common("/1", {}),
    ...unknownRule({}),
    notManager(made, {}),
    rejected(
      "no name",
      async (scene) => ({ path: await made(scene), body: { name: "" } }),
      [400, 50_035],
      "name",
    ),
    rejected(
      "the last keyword removed",
      async (scene) => ({ path: await made(scene), body: { trigger_metadata: { keyword_filter: [] } } }),
      [400, 50_035],
      "trigger_metadata.keyword_filter",
    ),
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_auto_moderation_rule", {
  change: drop(RULES, "deleteRule", "world.autoModerationRules.delete"),
  ask: async (scene) => ({ path: await made(scene) }),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "bot", asked.path)).status).toBe(404);
    expect(await said(scene, asked.path, "a cat")).toBe(200);
  },
  heard: ({ asked }) =>
    toBot("AUTO_MODERATION_RULE_DELETE", { id: asked.path.split("/").at(-1), name: "No cats" }, 142),
  failures: [...common("/1"), ...unknownRule(), notManager(made)],
  never: NO_OTHER,
});
