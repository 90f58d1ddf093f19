// Routes that the managers of discord.js lack, by @discordjs/core and @discordjs/rest: as a bot, and with players' tokens.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { GatewayIntent, LobbyMemberFlag, Permission, Scope, USER_ONLY_INTENTS } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installStrangers } from "../support/strangers.mjs";
import { isAmong, WITHOUT_MANAGER } from "./built-operations.js";
import { TextPeer } from "./text-peer.js";

const INTENTS = Object.values(GatewayIntent).reduce((all, one) => all | one, 0) & ~USER_ONLY_INTENTS;
const SCOPES = Object.values(Scope).filter((one) => one !== Scope.IdentifyPremium);
const EXTERNAL = 3;

type Made = { readonly id: string };
type Who = "bot" | "ada" | "ben";

let platform: Platform;
let peer: TextPeer;
let place: ReturnType<typeof makePlace>;
const called = new Set<string>();

beforeAll(async () => {
  await installStrangers();
  platform = await startPlatform();
  place = makePlace();
  const { applicationId, botToken } = platform.seeded;
  const tokenOf = (id: string): string =>
    platform.control.tokens.issue(applicationId, id, SCOPES.join(" ")).access_token;
  const players = { ada: tokenOf(place.ada), ben: tokenOf(place.ben) };
  peer = await TextPeer.start("discordjs-rest.mjs", platform, { token: botToken, intents: INTENTS, players });
}, 120_000);

afterAll(async () => {
  await peer?.end();
  await platform?.stop();
});

function makePlace() {
  const { control, seeded } = platform;
  const [ada, ben, eve] = ["ada2", "ben2", "eve2"].map(
    (username) => control.users.create({ username }).id,
  ) as [string, string, string];
  const guild = control.guilds.create({
    name: "Knights",
    ownerId: ada,
    memberIds: [ben, seeded.botUserId],
    roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [seeded.botUserId] }],
    channels: [
      { name: "general", kind: "text" },
      { name: "voice", kind: "voice" },
      { name: "linked", kind: "text" },
    ],
  });
  const [general, voice, linked] = guild.channels.map(({ id }) => id) as [string, string, string];
  control.users.makeFriends(ada, ben);
  return { ada, ben, eve, guild: guild.id, general, voice, linked };
}

interface Outcome<T> {
  readonly value: T;
  readonly requests: readonly string[];
}

function took<T>(operation: string, { value, requests }: Outcome<T>): T {
  expect(isAmong(operation, requests), `${operation} among ${requests.join(", ")}`).toBe(true);
  called.add(operation);
  return value;
}

/** Calls a method of core. @returns what it returned, after the request for the operation succeeded */
async function core<T>(operation: string, who: Who, ...call: readonly unknown[]): Promise<T> {
  return took(operation, await peer.ask<Outcome<T>>("core", who, ...call));
}

async function rest<T = unknown>(
  operation: string,
  who: Who,
  method: "get" | "post" | "put" | "patch" | "delete",
  path: `/${string}`,
  options: object = {},
): Promise<T> {
  return took(operation, await peer.ask<Outcome<T>>("rest", who, method, path, options));
}

describe("@discordjs/core", () => {
  it("reads who it is, in which application, and where calls can be", async () => {
    const { applicationId, botUserId } = platform.seeded;
    expect(await core("get_my_user", "bot", "users", "getCurrent")).toMatchObject({ id: botUserId });
    expect(
      await core("get_my_oauth2_application", "bot", "oauth2", "getCurrentBotApplicationInformation"),
    ).toMatchObject({ id: applicationId });
    expect(
      await core("get_my_oauth2_authorization", "ada", "oauth2", "getCurrentAuthorizationInformation"),
    ).toMatchObject({ user: { id: place.ada } });
    expect(await rest("get_openid_connect_userinfo", "ada", "get", "/oauth2/userinfo")).toMatchObject({
      sub: place.ada,
      preferred_username: "ada2",
    });
    expect(await rest("get_public_keys", "bot", "get", "/oauth2/keys")).toMatchObject({
      keys: [{ alg: "RS256" }],
    });
    platform.control.activities.setUrlMappings(applicationId, []);
    const launch = { applicationId, userId: place.ada, channelId: place.voice };
    const { id } = platform.control.activities.launch(launch);
    const instance = await core(
      "applications_get_activity_instance",
      "bot",
      "applications",
      "getActivityInstance",
      applicationId,
      id,
    );
    expect(instance).toMatchObject({ instance_id: id, users: [place.ada] });
    const files = [{ key: "file", name: "moment.txt", data: "victory" }];
    const { attachment } = await rest<{ attachment: { url: string } }>(
      "upload_application_attachment",
      "ada",
      "post",
      `/applications/${applicationId}/attachment`,
      { files },
    );
    expect(await (await fetch(attachment.url)).text()).toBe("victory");
    expect(await core("list_my_connections", "ada", "users", "getConnections")).toEqual([]);
    const application = platform.seeded.applicationId;
    const { id: skuId } = platform.control.shop.createSku({
      applicationId: application,
      name: "Hat",
      kind: "durable",
    });
    const { id: bought } = platform.control.shop.purchase({ skuId, userId: place.ada });
    const mine = `/users/@me/applications/${application}/entitlements` as const;
    expect(await rest("get_current_user_application_entitlements", "ada", "get", mine)).toMatchObject([
      { id: bought },
    ]);
    expect(await core("get_my_guild_member", "ada", "users", "getGuildMember", place.guild)).toMatchObject({
      user: { id: place.ada },
    });
    expect(
      await core("list_guild_voice_regions", "bot", "guilds", "getVoiceRegions", place.guild),
    ).not.toEqual([]);
  });

  it("signs guests in, and separates identities from full accounts", async () => {
    const { control, seeded } = platform;
    const { applicationId } = seeded;
    const ticket = {
      client_id: applicationId,
      external_auth_type: "STEAM_SESSION_TICKET",
      external_auth_token: "test:discordjs",
    };
    const signedIn = { scope: "sdk.social_layer", id_token: expect.any(String) as string };
    const open = { auth: false, body: ticket };
    expect(await rest("partner_sdk_token", "bot", "post", "/partner-sdk/token", open)).toMatchObject(
      signedIn,
    );
    const external = { body: { external_user_id: "discordjs" } };
    expect(
      await rest("bot_partner_sdk_token", "bot", "post", "/partner-sdk/token/bot", external),
    ).toMatchObject(signedIn);

    const linked = (account: { externalId: string; providerType?: "STEAM" }): void => {
      const { id } = control.users.create({ username: `linked-${account.externalId}` });
      control.users.setIdentity(applicationId, id, account);
    };
    linked({ externalId: "full", providerType: "STEAM" });
    linked({ externalId: "full-too" });
    const at = "/partner-sdk/provisional-accounts/unmerge";
    const full = { ...open, body: { ...ticket, external_auth_token: "test:full" } };
    await rest("partner_sdk_unmerge_provisional_account", "bot", "post", at, full);
    const too = { body: { external_user_id: "full-too" } };
    await rest("bot_partner_sdk_unmerge_provisional_account", "bot", "post", `${at}/bot`, too);
    const again = { ...open, body: full.body };
    expect(await rest("partner_sdk_token", "bot", "post", "/partner-sdk/token", again)).toMatchObject(
      signedIn,
    );
  });

  it("finds a message once it is indexed", async () => {
    const sent = (
      await peer.ask<Outcome<Made>>("core", "bot", "channels", "createMessage", place.general, {
        content: "a dragon",
      })
    ).value;
    platform.control.guilds.indexMessages(place.guild);
    const query = { content: "dragon" };
    expect(
      await core("guild_search", "bot", "guilds", "searchForMessages", place.guild, query),
    ).toMatchObject({
      total_results: 1,
      messages: [[{ id: sent.id }]],
    });
  });
});

describe("@discordjs/rest", () => {
  it("reads and changes an application by its id", async () => {
    const path = `/applications/${platform.seeded.applicationId}` as const;
    const body = { description: "A game about knights." };
    expect(await rest("update_application", "bot", "patch", path, { body })).toMatchObject(body);
    expect(await rest("get_application", "bot", "get", path)).toMatchObject(body);
    expect(await rest("get_gateway", "bot", "get", "/gateway")).toEqual({ url: platform.endpoints.gateway });
  });

  it("pins by the older routes, sets a voice channel's status, counts who comes", async () => {
    const { guild, general, voice } = place;
    const { id } = (
      await peer.ask<Outcome<Made>>("core", "bot", "channels", "createMessage", general, {
        content: "the rules",
      })
    ).value;
    await rest("deprecated_create_pin", "bot", "put", `/channels/${general}/pins/${id}`);
    expect(await peer.event("MESSAGE_UPDATE", (of) => of["pinned"] === true)).toMatchObject({ id });
    await rest("deprecated_delete_pin", "bot", "delete", `/channels/${general}/pins/${id}`);
    expect(await peer.event("MESSAGE_UPDATE", (of) => of["pinned"] === false)).toMatchObject({ id });
    const status = { body: { status: "raid at eight" } };
    await rest("update_voice_channel_status", "bot", "put", `/channels/${voice}/voice-status`, status);
    expect(await peer.event("VOICE_CHANNEL_STATUS_UPDATE")).toMatchObject({
      id: voice,
      status: "raid at eight",
    });
    const start = platform.control.clock.now() + 60_000;
    const event = (
      await peer.ask<Outcome<Made>>("core", "bot", "guilds", "createScheduledEvent", guild, {
        name: "Joust",
        privacy_level: 2,
        entity_type: EXTERNAL,
        entity_metadata: { location: "the meadow" },
        scheduled_start_time: new Date(start).toISOString(),
        scheduled_end_time: new Date(start + 60_000).toISOString(),
      })
    ).value;
    platform.control.as(place.ada).setEventInterest(event.id, true);
    const counts = `/guilds/${guild}/scheduled-events/${event.id}/users/counts` as const;
    expect(await rest("count_guild_scheduled_event_users", "bot", "get", counts)).toMatchObject({
      guild_scheduled_event_count: 1,
    });
  });

  it("runs lobbies: members, messages, a linked channel and invites to its server", async () => {
    const { ada, ben, eve, linked } = place;
    const members = [{ id: ada, flags: LobbyMemberFlag.CanLinkLobby }, { id: ben }];
    const { id } = await rest<Made>("create_lobby", "bot", "post", "/lobbies", { body: { members } });
    const at = `/lobbies/${id}` as const;
    expect(await rest("get_lobby", "bot", "get", at)).toMatchObject({ id });
    const metadata = { round: "2" };
    expect(await rest("edit_lobby", "bot", "patch", at, { body: { metadata } })).toMatchObject({ metadata });
    await rest("add_lobby_member", "bot", "put", `${at}/members/${eve}`, { body: {} });
    await rest("delete_lobby_member", "bot", "delete", `${at}/members/${eve}`);
    const bulk = [{ id: eve }];
    await rest("bulk_update_lobby_members", "bot", "post", `${at}/members/bulk`, { body: bulk });
    const said = await rest<Made>("create_lobby_message", "ada", "post", `${at}/messages`, {
      body: { content: "hello" },
    });
    expect(await rest("get_lobby_messages", "ben", "get", `${at}/messages`)).toMatchObject([{ id: said.id }]);
    const mark = { body: { safe: "yes" } };
    const metadataAt = `${at}/messages/${said.id}/moderation-metadata` as const;
    await rest("update_lobby_message_external_moderation_metadata", "bot", "put", metadataAt, mark);
    const link = { body: { channel_id: linked } };
    await rest("edit_lobby_channel_link", "ada", "patch", `${at}/channel-linking`, link);
    expect(await peer.event("CHANNEL_UPDATE", (of) => of["id"] === linked)).toMatchObject({ id: linked });
    const own = await rest<{ code: string }>(
      "create_linked_lobby_guild_invite_for_self",
      "ben",
      "post",
      `${at}/members/@me/invites`,
    );
    const forEve = await rest<{ code: string }>(
      "create_linked_lobby_guild_invite_for_user",
      "bot",
      "post",
      `${at}/members/${eve}/invites`,
    );
    expect(own.code).not.toBe(forEve.code);
    await rest("delete_lobby", "bot", "delete", at);
    const secret = { body: { secret: "the den" } };
    const den = await rest<Made>("create_or_join_lobby", "ada", "put", "/lobbies", secret);
    expect(await rest("create_or_join_lobby", "ben", "put", "/lobbies", secret)).toMatchObject({
      id: den.id,
    });
    await rest("leave_lobby", "ben", "delete", `/lobbies/${den.id}/members/@me`);
    expect(await rest("get_lobby", "bot", "get", `/lobbies/${den.id}`)).toMatchObject({
      members: [{ id: ada }],
    });
  });

  it("answers an interaction", async () => {
    const { applicationId } = platform.seeded;
    const { ada, guild, general } = place;
    const wave = { body: { name: "wave", description: "Wave" } };
    const commands = `/applications/${applicationId}/guilds/${guild}/commands` as const;
    await peer.ask<Outcome<Made>>("rest", "bot", "post", commands, wave);
    const use = { applicationId, userId: ada, channelId: general, name: "wave" };
    const seen = platform.control.interactions.useCommand(use);
    const { id, token } = (await peer.event("INTERACTION_CREATE")) as { id: string; token: string };
    const reply = { body: { type: 4, data: { content: "hello" } } };
    await rest("create_interaction_response", "bot", "post", `/interactions/${id}/${token}/callback`, reply);
    expect(await seen).toMatchObject({ status: "answered", message: { content: "hello" } });
    const original = `/webhooks/${applicationId}/${token}/messages/@original` as const;
    expect(await rest("get_original_webhook_message", "bot", "get", original)).toMatchObject({
      content: "hello",
    });
    const changed = { body: { content: "changed" } };
    expect(await rest("update_original_webhook_message", "bot", "patch", original, changed)).toMatchObject(
      changed.body,
    );
    await rest("delete_original_webhook_message", "bot", "delete", original);
    expect(platform.control.interactions.get(id).message).toBeUndefined();
  });

  it("marks messages between players", async () => {
    const { ada, ben } = place;
    const { value: sent } = await peer.ask<Outcome<Made>>("rest", "ada", "post", `/users/${ben}/messages`, {
      body: { content: "hello" },
    });
    await rest(
      "update_user_message_external_moderation_metadata",
      "bot",
      "put",
      `/partner-sdk/dms/${ada}/${ben}/messages/${sent.id}/moderation-metadata`,
      { body: { safe: "yes" } },
    );
  });

  it("calls every operation that discord.js has no manager for, and reports no error", () => {
    expect(peer.errors).toEqual([]);
    expect([...called].sort()).toEqual(Object.keys(WITHOUT_MANAGER).sort());
  });
});
