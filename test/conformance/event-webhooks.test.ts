// Events that applications receive over HTTP.
import { decodeJwt } from "jose";
import { GatewayIntent } from "sdkpp/wire";
import { expect } from "vitest";
import { authorizeOnPage } from "../support/authorize-page.js";
import { LinkedPlayer, SECRET } from "../support/linked-player.js";
import { WebhookReceiver } from "../support/webhook-receiver.js";
import { drop, negate, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene({ localWebhooks: true });
const AUTHORIZATION = "platform/domain/reactions/event-webhook/authorization-webhooks.ts";

/** A new application that receives these events. */
async function subscribed(
  receiver: WebhookReceiver,
  types: readonly string[],
  more: { secret?: string } = {},
) {
  const { control } = at.platform;
  const application = control.applications.create({ name: "Game", ...more });
  const { token, userId } = control.applications.createBot(application.id);
  receiver.expectKey(application.verifyKey);
  const body = {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    event_webhooks_types: types,
    integration_types_config: { "0": {}, "1": {} },
  };
  expect((await at.ask(`Bot ${token}`, "PATCH /applications/@me", body)).status).toBe(200);
  return { id: application.id, botId: userId, token };
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;

row(122, drop(AUTHORIZATION, "applicationAuthorized", "context"), async () => {
  await using receiver = await WebhookReceiver.open();
  const { id, botId, token } = await subscribed(receiver, ["APPLICATION_AUTHORIZED"]);
  const socket = await at.botSession(GatewayIntent.Guilds, token);
  const ada = at.user("ada");
  const authorize = (query: Readonly<Record<string, string>>) =>
    authorizeOnPage(at.platform, ada.id, { client_id: id, ...query });
  await authorize({ scope: "applications.commands", integration_type: "1" });
  const event = await receiver.next("APPLICATION_AUTHORIZED");
  expect(event).toMatchObject({
    type: "APPLICATION_AUTHORIZED",
    timestamp: expect.stringMatching(TIMESTAMP),
    data: {
      integration_type: 1,
      user: { id: ada.id, username: ada.name },
      scopes: ["applications.commands"],
    },
  });
  expect(event.data).not.toHaveProperty("guild");
  const guild = at.platform.control.guilds.create({ name: "Castle", ownerId: ada.id });
  receiver.events.length = 0;
  const location = await authorize({ scope: "bot identify", guild_id: guild.id, permissions: "2048" });
  expect(location.searchParams.get("guild_id")).toBe(guild.id);
  expect((await receiver.next("APPLICATION_AUTHORIZED")).data).toMatchObject({
    integration_type: 0,
    guild: { id: guild.id, name: "Castle" },
    scopes: ["bot", "identify"],
  });
  // The gateway has the server that the bot came into, and no event of the authorization.
  expect(await socket.event("GUILD_CREATE")).toMatchObject({ id: guild.id });
  expect(socket.frames.map(({ t }) => t)).not.toContain("APPLICATION_AUTHORIZED");
  const channels = await at.ask(ada.authorization, `GET /guilds/${guild.id}/channels`);
  expect([channels.status, botId]).toEqual([200, expect.stringMatching(/./)]);
  // An authorization without an installation has no context.
  receiver.events.length = 0;
  await authorize({ scope: "identify" });
  expect((await receiver.next("APPLICATION_AUTHORIZED")).data).not.toHaveProperty("integration_type");
});

row(
  124,
  set(
    "platform/control/groups/applications.ts",
    "ControlApplications.enrollInQuest.type",
    "ENTITLEMENT_CREATE",
  ),
  async () => {
    await using receiver = await WebhookReceiver.open();
    const { id } = await subscribed(receiver, ["QUEST_USER_ENROLLMENT"]);
    at.platform.control.applications.enrollInQuest(id);
    const event = await receiver.next("QUEST_USER_ENROLLMENT");
    expect(event).toEqual({
      type: "QUEST_USER_ENROLLMENT",
      timestamp: expect.stringMatching(TIMESTAMP),
    });
  },
);

row(77, drop("platform/domain/reactions/reactions.ts", "REACTIONS.grantRevoked", "separate"), async () => {
  await using receiver = await WebhookReceiver.open();
  const { id } = await subscribed(receiver, ["APPLICATION_DEAUTHORIZED"], { secret: SECRET });
  const player = new LinkedPlayer(at.platform, id, "linked");
  const link = async (): Promise<{ userId: string; refresh?: string | undefined }> => {
    await player.signIn();
    const userId = at.user("full").id;
    return { userId, refresh: (await player.mergeInto(userId)).body.refresh_token };
  };
  const severed = async ({ userId, refresh }: Awaited<ReturnType<typeof link>>): Promise<void> => {
    expect((await receiver.next("APPLICATION_DEAUTHORIZED")).data).toMatchObject({ user: { id: userId } });
    expect((await player.refresh(refresh)).body.error).toBe("invalid_grant");
    const guest = decodeJwt((await player.signIn()).body.id_token ?? "").sub;
    expect(guest).not.toBe(userId);
    receiver.events.length = 0;
  };
  const revoked = await link();
  // The guest that was merged had its own grant, which ended first.
  receiver.events.length = 0;
  await player.revoke(revoked.refresh);
  await severed(revoked);
  const unmerged = await link();
  receiver.events.length = 0;
  const external = { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "test:linked" };
  const body = { client_id: id, client_secret: SECRET, ...external };
  expect((await at.ask(undefined, "POST /partner-sdk/provisional-accounts/unmerge", body)).status).toBe(204);
  await severed(unmerged);
});

row(125, negate(AUTHORIZATION, "applicationDeauthorized", "authSessions"), async () => {
  await using receiver = await WebhookReceiver.open();
  const { id } = await subscribed(receiver, ["APPLICATION_DEAUTHORIZED"]);
  const { control } = at.platform;
  const [ada, ben, eve] = [at.user("ada"), at.user("ben"), at.user("eve")];
  for (const { id: userId } of [ada, ben]) control.tokens.issue(id, userId, "identify");
  control.tokens.revoke(id, ada.id);
  expect((await receiver.next("APPLICATION_DEAUTHORIZED")).data).toMatchObject({
    user: { id: ada.id, username: ada.name },
  });
  receiver.events.length = 0;
  // A user without tokens had nothing that could be taken back; a ban takes back all of them.
  control.tokens.revoke(id, eve.id);
  control.users.ban(ben.id);
  expect((await receiver.next("APPLICATION_DEAUTHORIZED")).data).toMatchObject({ user: { id: ben.id } });
  expect(receiver.of("APPLICATION_DEAUTHORIZED")).toHaveLength(1);
});
