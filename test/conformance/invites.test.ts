// Invites to servers: what they give, and to whom.
import { Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { csvForm } from "../support/csv-form.js";
import { answer, drop } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const INVITES = "platform/domain/rules/invite/invites.ts";

/** A server with a role for guests, and the path of the invites of its channel. */
function hall() {
  const { seeded } = at.platform;
  const guild = at.guild({
    name: "Hall",
    channels: [{ name: "gate", kind: "text" }],
    features: ["ENHANCED_ROLE_COLORS", "ROLE_ICONS"],
    roles: [
      { name: "guest", permissions: Permission.AddReactions, colors: [1, 2, 3] },
      { name: "keeper", permissions: Permission.Administrator, memberIds: [seeded.botUserId] },
    ],
  });
  const path = `/channels/${guild.channels[0]?.id ?? ""}/invites`;
  return { guild, path, guestId: guild.roles?.[0]?.id ?? "" };
}

interface Invite {
  readonly code: string;
  readonly roles?: readonly object[];
}

const invite = async (path: string, body: unknown) =>
  (await at.ask<Invite>(at.bot, `POST ${path}`, body)).body;

row(35, drop("platform/domain/views/guild/guild-invite.ts", "invitedRoles", "unicode_emoji"), async () => {
  const { guild, path, guestId } = hall();
  await invite(path, { role_ids: [guestId] });
  const looks = { unicode_emoji: "🔥" };
  expect((await at.ask(at.bot, `PATCH /guilds/${guild.id}/roles/${guestId}`, looks)).status).toBe(200);
  const { body } = await at.ask<Invite[]>(at.bot, `GET ${path}`);
  expect(body[0]?.roles).toEqual([
    {
      id: guestId,
      name: "guest",
      position: 1,
      color: 1,
      colors: { primary_color: 1, secondary_color: 2, tertiary_color: 3 },
      icon: null,
      unicode_emoji: "🔥",
    },
  ]);
});

row(54, drop("platform/domain/rules/guild/invites.ts", "acceptAs", "roleIds"), async () => {
  const { guild, path, guestId } = hall();
  const scopes = "openid sdk.social_layer guilds.join";
  const [ada, eve] = [at.user("ada", scopes), at.user("eve", scopes)];
  const { code } = await invite(path, csvForm(["user_id", ada.id, ada.id], { role_ids: [guestId] }));
  const accept = (authorization: string) => at.ask(authorization, `POST /invites/${code}`);
  expect(await accept(eve.authorization)).toMatchObject({ status: 404, body: { code: 10_006 } });
  expect((await accept(ada.authorization)).status).toBe(200);
  const { body: member } = await at.ask(at.bot, `GET /guilds/${guild.id}/members/${ada.id}`);
  expect(member["roles"]).toEqual([guestId]);
  // An invite with neither is for everybody, and grants nothing.
  const open = await invite(path, {});
  expect((await at.ask(eve.authorization, `POST /invites/${open.code}`)).status).toBe(200);
  const { body: visitor } = await at.ask(at.bot, `GET /guilds/${guild.id}/members/${eve.id}`);
  expect(visitor["roles"]).toEqual([]);
  // Windows line ends, no header, a last line without an end.
  expect(await at.ask(at.bot, `POST ${path}`, csvForm([`${ada.id}\r`, eve.id]))).toMatchObject({
    status: 200,
  });
  const wrong = csvForm(["user_id", ada.id, "99999999999999999999999", "word", "", eve.id]);
  expect(await at.ask(at.bot, `POST ${path}`, wrong)).toEqual({
    status: 400,
    body: {
      target_users_file: [
        "Line 3: invalid user ID - must be a valid snowflake",
        "Line 4: invalid user ID format",
      ],
    },
  });
});

row(55, drop("platform/domain/views/invite/invite.ts", "targetUsersFile", "user_id"), async () => {
  const { path } = hall();
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  const { code } = await invite(path, csvForm([ada.id, ben.id]));
  const url = `${at.platform.endpoints.apiBase}/v10/invites/${code}/target-users`;
  const response = await fetch(url, { headers: { authorization: at.bot } });
  expect(response.headers.get("content-type")).toBe("text/csv");
  expect(await response.text()).toBe(`user_id\n${ada.id}\n${ben.id}\n`);
});

row(99, drop(INVITES, "createInvite", "putTargets"), async () => {
  const { guild, path, guestId } = hall();
  const ada = at.user("ada");
  const { code } = await invite(
    path,
    csvForm([ada.id], { max_age: 0, max_uses: 3, role_ids: [guestId], unique: true }),
  );
  expect((await at.ask(undefined, `GET /invites/${code}`)).body).toMatchObject({
    guild: { id: guild.id },
    expires_at: null,
    max_uses: 3,
    roles: [{ id: guestId }],
  });
  expect((await at.ask(at.bot, `GET /invites/${code}/target-users`)).body).toBe(`user_id\n${ada.id}\n`);
});

row(100, drop("platform/domain/rules/invite/target-users.ts", "READERS", "ViewAuditLog"), async () => {
  const { control } = at.platform;
  const { path, guild } = hall();
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  const { code } = await invite(path, csvForm([ada.id]));
  const targets = `/invites/${code}/target-users`;
  expect(await at.ask(at.bot, `PUT ${targets}`, csvForm([ada.id, ben.id]))).toMatchObject({ status: 204 });
  const job = async () => (await at.ask(at.bot, `GET ${targets}/job-status`)).body;
  expect(await job()).toMatchObject({ status: 1, total_users: 2, processed_users: 0, completed_at: null });
  await control.clock.advance(1000);
  expect(await job()).toMatchObject({
    status: 2,
    total_users: 2,
    processed_users: 2,
    created_at: expect.stringMatching(/Z$/),
    completed_at: expect.stringMatching(/Z$/),
    error_message: null,
  });
  expect(guild.id).toMatch(/./);
  // Those who may only read the audit log read the list.
  const game = control.applications.create({ name: "Auditor" });
  const auditor = control.applications.createBot(game.id);
  const watched = at.guild({
    name: "Watched",
    memberIds: [auditor.userId],
    channels: [{ name: "gate", kind: "text" }],
    roles: [
      { name: "auditor", permissions: Permission.ViewAuditLog, memberIds: [auditor.userId] },
      { name: "keeper", permissions: Permission.Administrator, memberIds: [at.platform.seeded.botUserId] },
    ],
  });
  const made = await invite(`/channels/${watched.channels[0]?.id ?? ""}/invites`, csvForm([ada.id]));
  const line = `/invites/${made.code}/target-users`;
  const who = `Bot ${auditor.token}`;
  expect((await at.ask(who, `GET ${line}`)).status).toBe(200);
  expect(await at.ask(who, `PUT ${line}`, csvForm([ben.id]))).toMatchObject({ status: 403 });
});

row(101, answer(INVITES, "listChannelInvites", "openInvitesOf", []), async () => {
  const { path, guestId } = hall();
  const { code } = await invite(path, { role_ids: [guestId] });
  const { body } = await at.ask<Invite[]>(at.bot, `GET ${path}`);
  expect(body).toMatchObject([{ code, uses: 0, max_age: 86_400, roles: [{ id: guestId, name: "guest" }] }]);
  expect(body[0]?.roles?.[0]).not.toHaveProperty("permissions");
});
