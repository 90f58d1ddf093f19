// Invites that bots make, and the users who can accept them.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { csvForm } from "../../support/csv-form.js";
import type { Asked, Scene } from "../../e2e/platform/authorization-scene.js";
import { invitedPair } from "../../e2e/platform/authorization-rows-invite.js";
import { answer, drop, force, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/invite/invites.ts";
const TARGETS = "platform/domain/rules/invite/target-users.ts";
const NO_OTHER = { own: "no other code is documented for it" };

interface Invite {
  readonly code: string;
  readonly uses: number;
}

const inText = (body?: unknown) => (scene: Scene) => ({ path: `${server(scene).text}/invites`, body });
const invalid = (claim: string, field: string, ask: (scene: Scene) => Asked | Promise<Asked>): Failure => ({
  claim,
  ask,
  verdict: [400, 50_035],
  errors: [field],
});
const unknownChannel: Failure = {
  claim: "an unknown channel",
  ask: () => ({ path: "/channels/1/invites" }),
  verdict: [404, 10_003],
};
const wordOf = (name: string, path: string): Failure =>
  invalid("a word in place of the id", name, () => ({ path }));
const unknownInvite = (rest: string): Failure => ({
  claim: "an unknown invite",
  ask: () => ({ path: `/invites/nope${rest}` }),
  verdict: [404, 10_006],
});
/** An invite for everybody. */
const plain = (rest: string) => async (scene: Scene) => {
  const path = `/channels/${scene.guild(scene.host).channelId}/invites`;
  const { code } = (await scene.must("bot", "POST", { path, body: {} })) as Invite;
  return { path: `/invites/${code}${rest}` };
};
const accept = (scene: Scene, who: "ada" | "ben" | "eve", code: string) =>
  stage().send(scene[who].authorization, "POST", { path: `/invites/${code}` });

operation<Invite>(stage, "create_channel_invite", {
  change: set(RULES, "inviteOf.maxUses", 0),
  ask: inText({ max_age: 60, max_uses: 1, temporary: true, unique: true }),
  seenBy: async ({ scene, asked, body }) => {
    const { code } = body;
    expect(body).toMatchObject({
      type: 0,
      inviter: { id: scene.botId },
      max_age: 60,
      max_uses: 1,
      uses: 0,
      temporary: true,
    });
    const { body: seen } = await read(scene, "nobody", `/invites/${code}`);
    expect(seen).toMatchObject({
      code,
      channel: { id: asked.path.split("/")[2] },
      guild: { name: "Server" },
    });
    expect(await accept(scene, "eve", code)).toMatchObject({ status: 200 });
    expect(await accept(scene, "eve", code)).toMatchObject({ status: 404, body: { code: 10_006 } });
    const again = { ...asked, body: {} };
    const [first, second] = [
      await scene.must("bot", "POST", again),
      await scene.must("bot", "POST", again),
    ] as Invite[];
    expect([first?.code, second?.code]).toEqual([first?.code, first?.code]);
    const other = (await scene.must("bot", "POST", { ...asked, body: { unique: true } })) as Invite;
    expect(other.code).not.toBe(first?.code);
  },
  heard: ({ body: { code } }) => ({
    bot: [
      ["INVITE_CREATE", { code, max_uses: 1, temporary: true }],
      ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: 40 }],
    ],
  }),
  failures: [
    { ...unknownChannel, ask: () => ({ path: "/channels/1/invites", body: {} }) },
    {
      claim: "a bot that may not invite",
      by: "otherBot",
      ask: (scene) => {
        const { channels } = stage().platform.control.guilds.create({
          name: "Closed",
          ownerId: scene.host.id,
          memberIds: [stage().otherBotId],
          everyone: Permission.ViewChannel,
          channels: [{ name: "text", kind: "text" }],
        });
        return { path: `/channels/${channels[0]?.id ?? ""}/invites`, body: {} };
      },
      verdict: [403, 50_013],
    },
    {
      claim: "a category",
      ask: (scene) => ({ path: `${server(scene).category}/invites`, body: {} }),
      verdict: [400, 50_024],
    },
    {
      claim: "a bot that may not manage roles",
      by: "otherBot",
      ask: (scene) => {
        const { text, roleId } = server(scene);
        return { path: `${text}/invites`, body: { role_ids: [roleId] } };
      },
      verdict: [403, 50_013],
    },
    { claim: "an unknown role", ask: inText({ role_ids: ["1"] }), verdict: [404, 10_011] },
    {
      claim: "the bot's own role, which is not below it",
      ask: (scene) => {
        const { text, roleId } = server(scene);
        return { path: `${text}/invites`, body: { role_ids: [roleId] } };
      },
      verdict: [403, 50_013],
    },
    invalid("an age of more than seven days", "max_age", inText({ max_age: 604_801 })),
    invalid("too many uses", "max_uses", inText({ max_uses: 101 })),
    invalid("a stream", "target_type", inText({ target_type: 1, target_user_id: "1" })),
    invalid("an unknown application", "target_application_id", inText({ target_type: 2 })),
    invalid("a file as text", "target_users_file", inText({ target_users_file: "1" })),
  ],
});

operation<Invite[]>(stage, "list_channel_invites", {
  change: answer(RULES, "listChannelInvites", "openInvitesOf", []),
  ask: async (scene) => {
    const { text, staff } = server(scene);
    for (const path of [text, staff]) await scene.must("bot", "POST", { path: `${path}/invites`, body: {} });
    return { path: `${text}/invites` };
  },
  seenBy: async ({ scene, body, asked }) => {
    expect(body).toMatchObject([{ inviter: { id: scene.botId }, uses: 0, max_age: 86_400, max_uses: 0 }]);
    const code = body[0]?.code ?? "";
    await accept(scene, "eve", code);
    const { body: later } = await read(scene, "bot", asked.path);
    expect(later).toMatchObject([{ code, uses: 1 }]);
    await stage().platform.control.clock.advance(86_400_000);
    expect((await read(scene, "bot", asked.path)).body).toEqual([]);
  },
  heard: "a read",
  failures: [
    unknownChannel,
    wordOf("channel_id", "/channels/word/invites"),
    { claim: "a bot that may not manage the channel", by: "otherBot", ask: inText(), verdict: [403, 50_013] },
  ],
  never: NO_OTHER,
});

operation<Invite[]>(stage, "list_guild_invites", {
  change: force(RULES, "listGuildInvites", "isManager", false),
  ask: async (scene) => {
    const { id, text, staff } = server(scene);
    for (const path of [text, staff]) await scene.must("bot", "POST", { path: `${path}/invites`, body: {} });
    return { path: `/guilds/${id}/invites` };
  },
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject([
      { inviter: { id: scene.botId }, uses: 0 },
      { inviter: { id: scene.botId }, uses: 0 },
    ]);
    for (const { code } of body)
      expect((await read(scene, "nobody", `/invites/${code}`)).body).toMatchObject({ code });
    const { control } = stage().platform;
    const guild = control.guilds.create({
      name: "Audited",
      ownerId: scene.host.id,
      memberIds: [scene.botId, stage().otherBotId],
      roles: [
        { name: "Auditor", permissions: Permission.ViewAuditLog, memberIds: [stage().otherBotId] },
        { name: "Bot", permissions: Permission.Administrator, memberIds: [scene.botId] },
      ],
      channels: [{ name: "text", kind: "text" }],
    });
    const path = `/channels/${guild.channels[0]?.id ?? ""}/invites`;
    const { code } = (await scene.must("bot", "POST", { path, body: {} })) as Invite;
    const { body: seen } = await read(scene, "otherBot", `/guilds/${guild.id}/invites`);
    expect(seen).toMatchObject([{ code }]);
    expect((seen as object[])[0]).not.toHaveProperty("uses");
  },
  heard: "a read",
  failures: [
    { claim: "an unknown server", ask: () => ({ path: "/guilds/1/invites" }), verdict: [404, 10_004] },
    wordOf("guild_id", "/guilds/word/invites"),
    {
      claim: "a bot with neither permission",
      by: "otherBot",
      ask: (scene) => ({ path: `/guilds/${server(scene).id}/invites` }),
      verdict: [403, 50_013],
    },
  ],
  never: NO_OTHER,
});

operation<string>(stage, "get_invite_target_users", {
  change: drop("platform/domain/views/invite/invite.ts", "targetUsersFile", "userIds"),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toBe(`user_id\n${scene.ada.id}\n${scene.ben.id}\n`);
    const [, , code = ""] = asked.path.split("/");
    expect(await accept(scene, "eve", code)).toMatchObject({ status: 404, body: { code: 10_006 } });
    expect(await accept(scene, "ada", code)).toMatchObject({ status: 200 });
  },
  heard: "a read",
  failures: [
    unknownInvite("/target-users"),
    { claim: "an invite for everybody", ask: plain("/target-users"), verdict: [404, 10_129] },
  ],
  never: { "50035": "a code may be any text, and there is no body", ...NO_OTHER },
});

operation(stage, "update_invite_target_users", {
  change: drop(TARGETS, "updateTargetUsers", "putTargets"),
  seenBy: async ({ scene, asked }) => {
    expect((await read(scene, "bot", asked.path)).body).toBe(`user_id\n${scene.eve.id}\n`);
    const [, , code = ""] = asked.path.split("/");
    expect(await accept(scene, "ada", code)).toMatchObject({ status: 404, body: { code: 10_006 } });
    expect(await accept(scene, "eve", code)).toMatchObject({ status: 200 });
  },
  heard: "no event announces it",
  failures: [
    {
      claim: "an unknown invite",
      ask: () => ({ path: "/invites/nope/target-users", body: csvForm(["1"]) }),
      verdict: [404, 10_006],
    },
    invalid("no file", "target_users_file", async (scene) => ({
      path: (await invitedPair(scene)).targets,
      body: {},
    })),
  ],
  never: NO_OTHER,
});

operation(stage, "get_invite_target_users_job_status", {
  change: set("platform/domain/views/invite/invite.ts", "targetJobView.total_users", 0),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ total_users: 2, error_message: null });
    const file = asked.path.replace("/job-status", "");
    await scene.must("bot", "PUT", { path: file, body: csvForm([scene.eve.id]) });
    expect((await read(scene, "bot", asked.path)).body).toMatchObject({ total_users: 1 });
  },
  heard: "a read",
  failures: [
    unknownInvite("/target-users/job-status"),
    { claim: "an invite for everybody", ask: plain("/target-users/job-status"), verdict: [404, 10_124] },
  ],
  never: { "50035": "a code may be any text, and there is no body", ...NO_OTHER },
});
