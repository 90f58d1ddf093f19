import { expect, it } from "vitest";
import { Permission } from "sdkpp/wire";
import * as settings from "../../../platform/domain/rules/guild/settings.js";
import { unbuiltFault } from "../../../platform/http/unbuilt-fields.js";
import { createThread, deleteChannel, updateChannel, updateRule, createRule } from "./operations.js";
import { operation } from "./support-operation.js";
import { cast, reply } from "./support-world.js";

const updateGuild = operation(settings.updateGuild);

it.each([undefined, null, false, 0, "", [], {}])("a field that is not built may be %j", (value) => {
  expect(unbuiltFault(["tags"], { tags: value, name: "x" })).toBeUndefined();
});

it.each([true, 1, "x", ["x"], { x: 1 }])(
  "a field that is not built is refused by name when it is %j",
  (value) => {
    expect(unbuiltFault(["tags", "flags"], { tags: value, name: "x" })).toMatchObject({
      status: 400,
      code: 50_035,
      errors: { tags: { _errors: [{ code: "NOT_EMULATED" }] } },
    });
  },
);

it("a field of an object that is not built is refused at its place", () => {
  const refuse = (body: object) => unbuiltFault(["description.localizations"], body);
  expect(refuse({ description: { default: "x", localizations: { de: "y" } } })).toMatchObject({
    errors: { description: { localizations: { _errors: [{ code: "NOT_EMULATED" }] } } },
  });
  const harmless = ["x", null, { default: "x" }, { default: "x", localizations: {} }];
  for (const description of harmless) expect(refuse({ description })).toBeUndefined();
});

/** A server of the bot with a channel for text and one for calls. */
function town() {
  const made = cast();
  const { registry, ada, bot } = made;
  const guild = registry.createGuild({
    name: "Town",
    ownerId: ada.user.id,
    memberIds: [bot.user.id],
    features: ["NEWS", "COMMUNITY"],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [bot.user.id] }],
    channels: [
      { name: "rules", kind: "text" },
      { name: "hall", kind: "voice" },
    ],
  });
  const [rules, hall] = guild.channels.map(({ id }) => id) as [string, string];
  return { ...made, guildId: guild.id, rules, hall };
}

it("a server keeps its language, its community channels and its progress bar, and forgets deleted channels", () => {
  const { world, bot, guildId, rules, hall } = town();
  const change = (input: Parameters<typeof settings.updateGuild>[3]) =>
    updateGuild(world, bot, guildId, input);
  const all = {
    rulesChannelId: rules,
    publicUpdatesChannelId: rules,
    safetyAlertsChannelId: rules,
    preferredLocale: "de",
    showsPremiumProgress: true,
  };
  const shown = {
    rules_channel_id: rules,
    public_updates_channel_id: rules,
    safety_alerts_channel_id: rules,
    preferred_locale: "de",
    premium_progress_bar_enabled: true,
  };
  expect(reply(change(all))).toMatchObject(shown);
  expect(change({ rulesChannelId: hall })).toMatchObject({ code: 50_035 });
  reply(deleteChannel(world, bot, rules));
  expect(reply(change({ name: "Village" }))).toMatchObject({
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    preferred_locale: "de",
  });
  // The features that it has change nothing, and others are not built.
  reply(change({ features: ["COMMUNITY", "NEWS"] }));
  expect(change({ features: ["NEWS"] })).toMatchObject({
    code: 50_035,
    errors: { features: { _errors: [{ code: "NOT_EMULATED" }] } },
  });
  // Without a community there is nothing to set.
  world.guilds.put({ ...world.guilds.get(guildId)!, features: ["NEWS"] });
  for (const name of ["rulesChannelId", "publicUpdatesChannelId", "safetyAlertsChannelId"])
    expect(change({ [name]: rules })).toMatchObject({ code: 50_035 });
  expect(change({ preferredLocale: "de" })).toMatchObject({ code: 50_035 });
  reply(change({ preferredLocale: null, rulesChannelId: null }));
});

it("a channel decides the slow mode of its new threads; only one with calls has a quality of video", () => {
  const { world, bot, rules, hall } = town();
  reply(updateChannel(world, bot, rules, { threadRateLimitPerUser: 30 }));
  expect(reply(createThread(world, bot, rules, { name: "talk", type: 11 }))).toMatchObject({
    rate_limit_per_user: 30,
  });
  reply(updateChannel(world, bot, rules, { videoQualityMode: 1 }));
  expect(updateChannel(world, bot, rules, { videoQualityMode: 2 })).toMatchObject({ code: 50_035 });
  reply(updateChannel(world, bot, hall, { videoQualityMode: 2 }));
});

it("a rule of automatic moderation keeps its trigger", () => {
  const { world, bot, guildId } = town();
  const input = {
    name: "words",
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ["spam"] },
    actions: [{ type: 1 }],
  };
  const { id } = reply(createRule(world, bot, guildId, input)) as { id: string };
  reply(updateRule(world, bot, guildId, id, { trigger_type: 1, name: "other" }));
  expect(updateRule(world, bot, guildId, id, { trigger_type: 4 })).toMatchObject({ code: 50_035 });
});
