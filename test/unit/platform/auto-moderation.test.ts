import { AuditLogEvent, Permission } from "sdkpp/wire";
import { describe, expect, it, vi } from "vitest";
import {
  SEARCH_STEPS_MAX,
  SearchBudget,
} from "../../../platform/domain/records/auto-moderation/search-budget.js";
import { triggerIn } from "../../../platform/domain/records/auto-moderation/content-filter.js";
import { searchOf } from "../../../platform/domain/records/auto-moderation/rule-search.js";
import { guildPermissions } from "../../../platform/domain/records/guild/permissions.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { linkedScene } from "./linked-scene.js";
import {
  createRule,
  editChannelMessage,
  editLobbyMessage,
  linkLobby,
  listChannelMessages,
  renameUser,
  sendChannelMessage,
  sendLobbyMessage,
  updateRule,
} from "./operations.js";
import { dispatches, reply } from "./support-world.js";

const NOTHING = {
  keywords: [],
  patterns: [],
  allowed: [],
  presets: [],
  mentionLimit: 20,
  detectsRaids: false,
};
const trigger = (triggerType: number, metadata: object, text: string) =>
  triggerIn({ triggerType, metadata: { ...NOTHING, ...metadata } }, text, new SearchBudget());

describe("the steps of a search", () => {
  const stepsOf = (metadata: object, text: string): number => {
    let steps = 0;
    const budget = new SearchBudget(Infinity);
    vi.spyOn(budget, "spend").mockImplementation((more) => ((steps += more), true));
    triggerIn({ triggerType: 1, metadata: { ...NOTHING, ...metadata } }, text, budget);
    return steps;
  };
  const WORDS = "the quick brown fox jumps over the lazy dog ".repeat(45);

  it("suffice for six rules of ten ordinary patterns", () => {
    const patterns = Array.from(
      { length: 10 },
      (_, at) => `(?i)\\b(free|cheap|buy${String(at)})\\b.*\\b(nitro|gift|now)\\b`,
    );
    expect(6 * stepsOf({ patterns }, WORDS)).toBeLessThan(SEARCH_STEPS_MAX);
  });

  it("suffice for six rules of a thousand keywords of all lengths", () => {
    const keywords = Array.from({ length: 1000 }, (_, at) => `*${String(at)}${"x".repeat(at % 55)}*`);
    expect(6 * stepsOf({ keywords }, WORDS)).toBeLessThan(SEARCH_STEPS_MAX);
  });
});

describe("a keyword", () => {
  it.each([
    ["cat", "a Cat sat", "Cat"],
    ["cat", "a catfish, a tomcat, cat.", undefined],
    ["the mat", "on the mat", "the mat"],
    ["cat*", "a Catapult", "Cat"],
    ["cat*", "a tomcat", undefined],
    ["the mat*", "the matrix", "the mat"],
    ["*cat", "a copyCat", "Cat"],
    ["*cat", "a catfish", undefined],
    ["*the mat", "breathe mat, breathe\nthe mat", "the mat"],
    ["*cat*", "eduCation", "Cat"],
    ["i like c++", "I like C++", "I like C++"],
    ["a.c", "abc", undefined],
    // Its small letter is longer than itself.
    ["*x*", "İİx", "x"],
  ])("%s in %j: %j", (keyword, text, content) => {
    expect(trigger(1, { keywords: [keyword] }, text)?.content).toBe(content);
  });

  it("triggers by the first match, and names itself as it is written", () => {
    expect(trigger(1, { keywords: ["b*", "*a"], patterns: ["."] }, "za bz")).toEqual({
      keyword: "*a",
      content: "a",
    });
  });

  it("does not trigger inside of something allowed, and does beside it", () => {
    const rule = { keywords: ["*cat*"], patterns: ["d.g"], allowed: ["location", "*dogma*"] };
    expect(trigger(1, rule, "a location and dogma")).toBeUndefined();
    expect(trigger(1, rule, "a location for a cat")?.content).toBe("cat");
    expect(trigger(1, rule, "dogma of a dug")?.content).toBe("dug");
    expect(trigger(1, rule, "relocations")?.content).toBe("cat");
  });
});

describe("other triggers", () => {
  it.each([
    [4, { presets: [1] }, "what the hell", { keyword: "hell", content: "hell" }],
    [4, { presets: [2, 3] }, "what the hell", undefined],
    [4, { presets: [1], allowed: ["hell"] }, "what the hell", undefined],
    [5, { mentionLimit: 1 }, "<@1> <@!1> <@1>", undefined],
    [5, { mentionLimit: 1 }, "<@1> <@&2>", { keyword: null, content: null }],
    [3, {}, "buy ".repeat(10), { keyword: null, content: null }],
    [3, {}, "buy ".repeat(9), undefined],
    [6, { patterns: ["(?i)^adm"] }, "Admin", { keyword: "(?i)^adm", content: "Adm" }],
  ])("type %i with %j in %j: %j", (type, metadata, text, expected) => {
    expect(trigger(type, metadata, text)).toEqual(expected);
  });
});

/** Ada's server with a rule; the bot may write there and no more. The lobby of Ada and Ben is linked to "general". */
function moderated(more: object, channels = [{ name: "alerts", kind: "text" as const }]) {
  const scene = linkedScene(channels, { roles: [] });
  const { world, ada, ben, guild, general, lobbyId } = scene;
  const rule = reply(
    createRule(world, ada, guild.id, {
      name: "No cats",
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ["cat"] },
      actions: [{ type: 1 }],
      enabled: true,
      ...more,
    }),
  );
  reply(linkLobby(world, ada, lobbyId, general));
  const store = { ...scene, rule, ben };
  return store;
}

type Scene = ReturnType<typeof moderated>;
const alertIn = ({ channelId }: Pick<Scene, "channelId">) => [
  { type: 2, metadata: { channel_id: channelId("alerts") } },
];
const texts = ({ world, bot, general }: Scene): unknown[] =>
  reply(listChannelMessages(world, bot, general, { limit: 50 }))
    .filter(({ type }) => type !== 49)
    .map(({ content }) => content);
const audited = ({ world, guild }: Scene): number[] =>
  world.auditEntries.all().flatMap(({ guildId, action }) => (guildId === guild.id ? [action] : []));

describe("a rule", () => {
  it("blocks what a member writes, and nothing of those who manage the server", () => {
    const scene = moderated({});
    const { world, bot, guild, general } = scene;
    const blocked = sendChannelMessage(world, bot, general, { content: "a cat" });
    expect(blocked).toMatchObject({ status: 400, code: 200_000 });
    expect(texts(scene)).toEqual([]);
    expect(audited(scene)).toContain(AuditLogEvent.AutoModerationBlockMessage);
    const roles = [
      { id: "77", name: "r", permissions: String(Permission.ManageGuild), position: 1, managed: false },
    ];
    world.guilds.put({
      ...world.guilds.get(guild.id)!,
      roles: roles.map((role) => ({ ...role, memberIds: [bot.user.id] })),
    });
    expect(sendChannelMessage(world, bot, general, { content: "a cat" })).not.toBeInstanceOf(Fault);
  });

  it("is compiled once, and again when it changes, which takes effect at once", () => {
    const { world, ada, bot, guild, general, rule } = moderated({});
    const id = String(rule["id"]);
    const verdict = (content: string): unknown => {
      const sent = sendChannelMessage(world, bot, general, { content });
      return sent instanceof Fault ? "blocked" : "posted";
    };
    const compiled = () => searchOf(world.autoModerationRules.listBy("guild", guild.id)[0]!);
    const before = compiled();
    expect([verdict("a cat"), verdict("a dog")]).toEqual(["blocked", "posted"]);
    expect(compiled()).toBe(before);
    reply(
      updateRule(world, ada, guild.id, id, {
        trigger_metadata: { keyword_filter: ["dog"], regex_patterns: ["b.rd"] },
      }),
    );
    expect(["a cat", "a dog", "a bird"].map(verdict)).toEqual(["posted", "blocked", "blocked"]);
    expect(compiled()).not.toBe(before);
    reply(updateRule(world, ada, guild.id, id, { trigger_metadata: { allow_list: ["*dog*"] } }));
    expect(verdict("a dog")).toBe("posted");
  });

  it("counts as not triggered when it needs more than its share of steps, which is told once", () => {
    const scene = linkedScene();
    const { world, ada, bot, guild, general } = scene;
    const rule = (name: string, trigger_metadata: object) => {
      const base = { event_type: 1, trigger_type: 1, actions: [{ type: 1 }], enabled: true };
      return reply(createRule(world, ada, guild.id, { ...base, name, trigger_metadata }));
    };
    const costly = Array.from({ length: 10 }, () => "\\w".repeat(129));
    const ids = Array.from({ length: 5 }, (_, at) =>
      String(rule(`r${String(at)}`, { regex_patterns: costly })["id"]),
    );
    rule("last", { keyword_filter: ["cat"], regex_patterns: ["b[i1]rd"] });
    const send = (content: string) => sendChannelMessage(world, bot, general, { content });
    const long = `${"a".repeat(128)} `.repeat(14);
    expect(send(long)).not.toBeInstanceOf(Fault);
    expect(send(`${long} b1rd`)).toBeInstanceOf(Fault);
    expect(send(`${long} cat`)).toBeInstanceOf(Fault);
    expect(world.remarks).toEqual(
      ids.map(
        (id) =>
          `rule ${id} of server ${guild.id} needs more than its steps for a text, and counts as not triggered`,
      ),
    );
  });

  it.each(["exempt_roles", "exempt_channels"])("leaves out %s", (field) => {
    const scene = linkedScene();
    const { world, ada, bot, guild, general } = scene;
    const ids = { exempt_roles: guild.roles?.map(({ id }) => id) ?? [], exempt_channels: [general] };
    const rule = {
      name: "No cats",
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ["cat"] },
      actions: [{ type: 1 }],
      enabled: true,
    };
    reply(createRule(world, ada, guild.id, { ...rule, [field]: ids[field as keyof typeof ids] }));
    expect(sendChannelMessage(world, bot, general, { content: "a cat" })).not.toBeInstanceOf(Fault);
  });

  it("reports a message in the channel for alerts, and leaves it there", () => {
    const first = linkedScene([{ name: "alerts", kind: "text" }]);
    const { world, ada, bot, guild, general, channelId } = first;
    reply(
      createRule(world, ada, guild.id, {
        name: "No cats",
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: { keyword_filter: ["cat"] },
        actions: alertIn(first),
        enabled: true,
      }),
    );
    const { id } = reply(sendChannelMessage(world, bot, general, { content: "a Cat" }));
    const [alert] = reply(listChannelMessages(world, bot, channelId("alerts"), { limit: 1 }));
    expect(alert).toMatchObject({
      type: 24,
      author: { id: bot.user.id },
      embeds: [
        {
          type: "auto_moderation_message",
          description: "a Cat",
          fields: [
            { name: "rule_name", value: "No cats" },
            { name: "channel_id", value: general },
            { name: "keyword", value: "cat" },
            { name: "keyword_matched_content", value: "Cat" },
            { name: "flagged_message_id", value: id },
          ],
        },
      ],
    });
  });

  it("times a member out", () => {
    const scene = moderated({ actions: [{ type: 3, metadata: { duration_seconds: 60 } }] });
    const { world, bot, guild, general } = scene;
    reply(sendChannelMessage(world, bot, general, { content: "a cat" }));
    expect(sendChannelMessage(world, bot, general, { content: "a dog" })).toMatchObject({ code: 50_013 });
    expect(audited(scene)).toContain(AuditLogEvent.AutoModerationUserCommunicationDisabled);
    world.clock.advance(60_000);
    expect(guildPermissions(world.guilds.get(guild.id)!, bot.user.id) & Permission.SendMessages).not.toBe(0n);
  });

  it("keeps what a player writes in a linked lobby out of the channel, and in the lobby", () => {
    const scene = moderated({});
    const { world, ben, lobbyId } = scene;
    const sent = reply(sendLobbyMessage(world, ben, lobbyId, { content: "a cat" }));
    expect(sent.content).toBe("a cat");
    expect(texts(scene)).toEqual([]);
    const { id } = reply(sendLobbyMessage(world, ben, lobbyId, { content: "a dog" }));
    expect(texts(scene)).toEqual(["a dog"]);
    expect(reply(editLobbyMessage(world, ben, lobbyId, id, { content: "the cat" })).content).toBe("the cat");
    expect(texts(scene)).toEqual(["a dog"]);
  });

  it("checks the text of an edit, and no edit that leaves it", () => {
    const scene = moderated({});
    const { world, ada, bot, guild, general } = scene;
    const { id } = reply(sendChannelMessage(world, bot, general, { content: "a dog" }));
    const rule = {
      name: "No dogs",
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ["dog"] },
      actions: [{ type: 1 }],
      enabled: true,
    };
    reply(createRule(world, ada, guild.id, rule));
    expect(editChannelMessage(world, bot, general, id, { flags: 4 })).not.toBeInstanceOf(Fault);
    expect(editChannelMessage(world, bot, general, id, { content: "dog" })).toMatchObject({ code: 200_000 });
  });
});

describe("a rule about profiles", () => {
  it("keeps a member with a forbidden name from taking part until it has another", () => {
    const scene = moderated({
      event_type: 2,
      trigger_type: 6,
      trigger_metadata: { keyword_filter: ["*admin*"] },
      actions: [{ type: 4 }],
    });
    const { world, bot, guild } = scene;
    const mayWrite = (): boolean =>
      (guildPermissions(world.guilds.get(guild.id)!, bot.user.id) & Permission.SendMessages) !== 0n;
    const renamed = dispatches(renameUser(world, bot.user.id, "xAdminx")).map(({ t }) => t);
    expect(mayWrite()).toBe(false);
    expect(renamed).toEqual(
      expect.arrayContaining(["GUILD_MEMBER_UPDATE", "AUTO_MODERATION_ACTION_EXECUTION"]),
    );
    expect(audited(scene)).toContain(AuditLogEvent.AutoModerationQuarantineUser);
    renameUser(world, bot.user.id, "Bot");
    expect(mayWrite()).toBe(true);
  });
});
