// Automatic moderation: profiles of members, and texts that a rule blocks.
import { GatewayIntent, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { negate, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const RECORD = "platform/domain/records/auto-moderation/auto-moderation-rule.ts";

/** A server that the game's bot manages, and another game's bot that may only write. */
function server() {
  const { control, seeded } = at.platform;
  const other = control.applications.createBot(control.applications.create({ name: "Other Game" }).id);
  const roles = [{ name: "manager", permissions: Permission.ManageGuild, memberIds: [seeded.botUserId] }];
  const ada = at.user("ada");
  const guild = at.guild({
    name: "Server",
    memberIds: [other.userId, ada.id],
    channels: [{ name: "text", kind: "text" }],
    roles,
  });
  const channel = guild.channels[0]?.id ?? "";
  return {
    ada,
    other: `Bot ${other.token}`,
    id: guild.id,
    path: `/guilds/${guild.id}/auto-moderation/rules`,
    channel,
  };
}

const ofProfiles = (more: object = {}): object => ({
  name: "No admins",
  event_type: 2,
  trigger_type: 6,
  trigger_metadata: { keyword_filter: ["*admin*"] },
  actions: [{ type: 4 }],
  enabled: true,
  ...more,
});

row(72, set(RECORD, "TriggerType.MemberProfile", 7), async () => {
  const { ada, id, path } = server();
  const made = await at.ask(at.bot, `POST ${path}`, ofProfiles());
  expect(made).toMatchObject({ status: 200, body: { trigger_type: 6, event_type: 2 } });
  const flags = async (): Promise<unknown> =>
    (await at.ask(at.bot, `GET /guilds/${id}/members/${ada.id}`)).body["flags"];
  at.platform.control.users.rename(ada.id, "The Admin");
  expect(await flags()).toBe(1 << 7);
  at.platform.control.users.rename(ada.id, "Ada");
  expect(await flags()).toBe(0);
});

row(73, set(RECORD, "RuleActionType.BlockMemberInteraction", 5), async () => {
  const { path } = server();
  const made = await at.ask(at.bot, `POST ${path}`, ofProfiles());
  expect(made).toMatchObject({ status: 200, body: { actions: [{ type: 4, metadata: {} }] } });
  const ofMessages = {
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ["x"] },
  };
  const refused = await at.ask(at.bot, `POST ${path}`, ofProfiles(ofMessages));
  expect(refused).toMatchObject({ status: 400, body: { code: 50_035 } });
});

row(
  141,
  negate("platform/domain/rules/message/channel-messages.ts", "editChannelMessage", "isSaidAnew"),
  async () => {
    const { other, id, path, channel } = server();
    const rule = await at.ask(at.bot, `POST ${path}`, {
      name: "No cats",
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ["cat"] },
      actions: [{ type: 1 }],
      enabled: true,
    });
    const managers = await at.botSession(GatewayIntent.Guilds | GatewayIntent.AutoModerationExecution);
    const messages = `/channels/${channel}/messages`;
    const blocked = {
      status: 400,
      body: { code: 200_000, message: "Message was blocked by automatic moderation" },
    };
    expect(await at.ask(other, `POST ${messages}`, { content: "a cat" })).toMatchObject(blocked);
    const sent = await at.ask<{ id: string }>(other, `POST ${messages}`, { content: "a dog" });
    const message = `${messages}/${sent.body.id}`;
    expect(await at.ask(other, `PATCH ${message}`, { content: "the Cat" })).toMatchObject(blocked);
    expect((await at.ask(other, `GET ${message}`)).body).toMatchObject({ content: "a dog" });
    const d = await managers.event("AUTO_MODERATION_ACTION_EXECUTION");
    expect(d).toMatchObject({ guild_id: id, rule_id: rule.body["id"], channel_id: channel, content: "" });
  },
);
