// AUTHORIZE and AUTHENTICATE through the desktop app, what the scopes open, and what its user sees and clicks.
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RawGame } from "../../support/raw-game.js";
import { authenticated, desk, type Desk } from "./support-desktop.js";

const verifier = randomBytes(32).toString("base64url");
const pkce = {
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

function asks(one: RawGame, { applicationId }: Desk, more: object = {}) {
  return one.request("AUTHORIZE", {
    client_id: applicationId,
    response_type: "code",
    scopes: ["identify", "relationships.read"],
    ...pkce,
    ...more,
  });
}

/** The request that waits; the desktop app has it when an answer to a later command is there. */
async function waiting({ platform, ada }: Desk, one: RawGame) {
  await one.ask("GET_USER", { id: "1" });
  return platform.control.desktop.authorizations(ada.userId);
}

async function token(at: Desk, one: RawGame): Promise<string> {
  const answer = asks(one, at);
  const [request] = await waiting(at, one);
  at.platform.control.desktop.answer(at.ada.userId, request!.id, true);
  const { code } = (await answer).data as { code: string };
  const response = await fetch(`${at.platform.endpoints.apiBase}/v10/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: at.applicationId,
      redirect_uri: "http://127.0.0.1/callback",
      code,
      code_verifier: verifier,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

describe("AUTHORIZE", () => {
  it("waits for the user, whose consent brings a code that becomes a token", async () => {
    const at = await desk();
    const one = await at.game();
    const access_token = await token(at, one);
    const answer = await one.ask("AUTHENTICATE", { access_token });
    expect(answer).toMatchObject({
      application: { id: at.applicationId, name: "Seeded Game" },
      scopes: expect.arrayContaining(["identify", "relationships.read"]) as string[],
      user: { id: at.ada.userId },
      access_token,
    });
    expect(Date.parse((answer as { expires: string }).expires)).toBeGreaterThan(
      at.platform.control.clock.now(),
    );
    expect(await one.ask("GET_RELATIONSHIPS")).toMatchObject({
      relationships: [
        { type: 1, user: { id: at.ben.userId }, presence: { status: "offline", activity: null } },
      ],
    });
  });

  it("brings a friends list of any length", async () => {
    const at = await desk();
    const { control } = at.platform;
    for (let n = 0; n < 300; n += 1)
      control.users.makeFriends(at.ada.userId, control.users.create({ username: `friend${String(n)}` }).id);
    const one = await at.game();
    await one.ask("AUTHENTICATE", { access_token: await token(at, one) });
    expect((await one.ask("GET_RELATIONSHIPS")).relationships).toHaveLength(301);
  });

  it("is refused by the user with 5000 and access_denied", async () => {
    const at = await desk();
    const one = await at.game();
    const answer = asks(one, at);
    const [request] = await waiting(at, one);
    expect(request).toMatchObject({ applicationId: at.applicationId, scope: "identify relationships.read" });
    expect((await asks(one, at)).data).toMatchObject({ code: 5011 });
    at.platform.control.desktop.answer(at.ada.userId, request!.id, false);
    expect(await answer).toMatchObject({ evt: "ERROR", data: { code: 5000, error: "access_denied" } });
    expect(() => at.platform.control.desktop.answer(at.ada.userId, request!.id, true)).toThrow(
      /no authorization/,
    );
  });

  it("is withdrawn when the game ends", async () => {
    const at = await desk();
    const one = await at.game();
    const unanswered = asks(one, at);
    unanswered.catch(() => undefined);
    expect(await waiting(at, one)).toHaveLength(1);
    one.send(2, {});
    await one.closeCode();
    expect(at.platform.control.desktop.authorizations(at.ada.userId)).toEqual([]);
  });

  it.each([
    ["an unknown scope", { scopes: ["fly"] }, 5000],
    ["no scope", { scopes: [] }, 5000],
    ["a challenge without a method", { code_challenge_method: null }, 5000],
    ["another application", { client_id: "1" }, 4007],
    ["scopes that are a number", { scopes: 5 }, 4000],
  ])("with %s is rejected", async (_what, change, code) => {
    const at = await desk();
    const one = await at.game();
    expect((await asks(one, at, change)).data).toMatchObject({ code });
    expect(await waiting(at, one)).toEqual([]);
  });

  it("is answered at once by a user who approves everything", async () => {
    const at = await desk();
    const { path } = await at.platform.control.desktop.start({ userId: at.ben.userId, approvesAll: true });
    using one = await RawGame.start(path, at.applicationId);
    expect((await asks(one, at)).data).toEqual({ code: expect.any(String) as string });
  });
});

describe("AUTHENTICATE", () => {
  it("rejects tokens that are unknown, of another user or of another game with 4009", async () => {
    const at = await desk();
    const one = await at.game();
    const { control } = at.platform;
    const other = control.applications.create({ name: "Other" });
    const foreign = [
      "unknown",
      control.tokens.issue(at.applicationId, at.ben.userId, "identify").access_token,
      control.tokens.issue(other.id, at.ada.userId, "identify").access_token,
    ];
    for (const access_token of foreign)
      expect(await one.errorOf("AUTHENTICATE", { access_token })).toBe(4009);
    expect(await one.errorOf("GET_RELATIONSHIPS")).toBe(4006);
  });

  it("ends with CLOSE 4003 when the token is revoked, and others stay", async () => {
    const at = await desk();
    const one = await authenticated(at, "identify");
    const two = await at.game();
    at.platform.control.tokens.revoke(at.applicationId, at.ada.userId);
    expect(await one.closeCode()).toBe(4003);
    expect(await two.ask("GET_USER", { id: at.ben.userId })).toMatchObject({ username: "ben" });
  });

  it("opens nothing any more when the token has expired", async () => {
    const at = await desk();
    const one = await authenticated(at, "relationships.read");
    expect(await one.ask("SUBSCRIBE", {}, "RELATIONSHIP_UPDATE")).toEqual({ evt: "RELATIONSHIP_UPDATE" });
    await at.platform.control.clock.advance(8 * 24 * 3_600_000);
    expect(await one.errorOf("GET_RELATIONSHIPS")).toBe(4006);
    at.platform.control.users.rename(at.ben.userId, "Benjamin");
    await one.ask("GET_USER", { id: "1" });
    expect(one.events("RELATIONSHIP_UPDATE")).toEqual([]);
  });
});

describe("events", () => {
  it("of the user arrive as CURRENT_USER_UPDATE without a scope", async () => {
    const at = await desk();
    const one = await at.game();
    await one.ask("SUBSCRIBE", undefined, "CURRENT_USER_UPDATE");
    at.platform.control.users.rename(at.ben.userId, "Benjamin");
    at.platform.control.users.rename(at.ada.userId, "Countess");
    expect(await one.event("CURRENT_USER_UPDATE")).toMatchObject({
      id: at.ada.userId,
      global_name: "Countess",
    });
    expect(one.events("CURRENT_USER_UPDATE")).toHaveLength(1);
  });

  it("of relationships arrive with relationships.read: new friends, what they play, and their end", async () => {
    const at = await desk();
    const { control } = at.platform;
    const plain = await at.game();
    expect(await plain.errorOf("SUBSCRIBE", {}, "RELATIONSHIP_UPDATE")).toBe(4006);
    const one = await authenticated(at, "relationships.read");
    await one.ask("SUBSCRIBE", {}, "RELATIONSHIP_UPDATE");
    const cem = control.users.create({ username: "cem" });
    control.users.makeFriends(at.ada.userId, cem.id);
    expect(await one.event("RELATIONSHIP_UPDATE")).toMatchObject({ type: 1, user: { id: cem.id } });
    const { socket } = await at.bens();
    socket.send(3, { since: 0, activities: [{ type: 0, details: "Level 9" }], status: "dnd", afk: false });
    const seen = await one.until(() =>
      one.events("RELATIONSHIP_UPDATE").find(({ presence }) => presence.activity?.details === "Level 9"),
    );
    expect(seen).toMatchObject({ user: { id: at.ben.userId }, presence: { status: "dnd" } });
    await fetch(`${at.platform.endpoints.apiBase}/v10/users/@me/relationships/${at.ada.userId}`, {
      method: "DELETE",
      headers: at.ben.headers,
    });
    const end = await one.until(() => one.events("RELATIONSHIP_UPDATE").find(({ type }) => type === 0));
    expect(end).toMatchObject({ type: 0, user: { id: at.ben.userId } });
  });

  it("of guilds arrive with rpc, which opens the commands of guilds too", async () => {
    const at = await desk();
    const { seeded } = at.platform;
    const plain = await at.game();
    for (const [cmd, args] of Object.entries({ GET_GUILDS: {}, GET_GUILD: { guild_id: seeded.guildId } }))
      expect(await plain.errorOf(cmd, args)).toBe(4006);
    const one = await authenticated(at, "rpc identify");
    expect(await one.ask("GET_GUILDS")).toEqual({ guilds: [{ id: seeded.guildId, name: "Seeded Server" }] });
    expect(await one.ask("GET_GUILD", { guild_id: seeded.guildId, timeout: 5 })).toMatchObject({
      name: "Seeded Server",
    });
    expect(await one.errorOf("GET_GUILD", { guild_id: "1" })).toBe(4003);
    expect(await one.errorOf("GET_GUILD", { guild_id: seeded.guildId, timeout: 61 })).toBe(4000);
    expect(await one.ask("GET_CHANNELS", { guild_id: seeded.guildId })).toMatchObject({
      channels: [{ id: seeded.textChannelId }, { id: seeded.voiceChannelId }],
    });
    expect(await one.ask("GET_CHANNEL", { channel_id: seeded.textChannelId })).toMatchObject({
      name: "general",
    });
    expect(await one.errorOf("GET_CHANNEL", { channel_id: "1" })).toBe(4005);
    expect(await one.errorOf("SUBSCRIBE", {}, "GUILD_STATUS")).toBe(4000);
    await one.ask("SUBSCRIBE", { guild_id: seeded.guildId }, "GUILD_STATUS");
    await one.ask("SUBSCRIBE", {}, "GUILD_CREATE");
    await one.ask("SUBSCRIBE", {}, "CHANNEL_CREATE");
    const asBot = { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" };
    const guildUrl = `${at.platform.endpoints.apiBase}/v10/guilds/${seeded.guildId}`;
    await fetch(guildUrl, { method: "PATCH", headers: asBot, body: JSON.stringify({ name: "New Name" }) });
    expect(await one.event("GUILD_STATUS")).toMatchObject({
      guild: { id: seeded.guildId, name: "New Name" },
    });
    await fetch(`${guildUrl}/channels`, {
      method: "POST",
      headers: asBot,
      body: JSON.stringify({ name: "quay" }),
    });
    expect(await one.event("CHANNEL_CREATE")).toMatchObject({ name: "quay", type: 0 });
  });

  it("of voice settings reach all games of the user", async () => {
    const at = await desk();
    const [one, two] = [await at.game(), await at.game()];
    await two.ask("SUBSCRIBE", {}, "VOICE_SETTINGS_UPDATE_2");
    expect(await one.ask("SET_VOICE_SETTINGS_2", { self_mute: true })).toBeNull();
    expect(await two.event("VOICE_SETTINGS_UPDATE_2")).toMatchObject({ self_mute: true, self_deaf: false });
    expect(
      await one.ask("SET_USER_VOICE_SETTINGS_2", { user_id: at.ben.userId, volume: 200, mute: true }),
    ).toBeNull();
    expect(await one.errorOf("SET_USER_VOICE_SETTINGS_2", { user_id: at.ben.userId, volume: 201 })).toBe(
      4000,
    );
    expect(await one.errorOf("SET_USER_VOICE_SETTINGS_2", { user_id: "1", volume: 1 })).toBe(4010);
  });
});

describe("what the user sees and clicks", () => {
  it("is a link to the account, which only games that can link hear", async () => {
    const at = await desk();
    const [one, two] = [await at.game(), await at.game()];
    const click = () => at.platform.control.desktop.clickLinkAccount(at.ada.userId, at.applicationId);
    expect(click()).toBe(0);
    await one.ask("SUBSCRIBE", undefined, "AUTHORIZE_REQUEST");
    expect(click()).toBe(1);
    expect(await one.event("AUTHORIZE_REQUEST")).toBeNull();
    expect(two.events("AUTHORIZE_REQUEST")).toEqual([]);
  });

  it("is a message, a page of the settings and a shared link", async () => {
    const at = await desk();
    const one = await authenticated(at, "identify");
    const message = { channel_id: "10", message_id: "20", pid: 5 };
    const link = { type: "USER_SETTINGS", params: { section: "connected-games" } };
    expect(await one.ask("OPEN_MESSAGE", message)).toBeNull();
    expect(await one.ask("DEEP_LINK", link)).toBeNull();
    expect(await one.ask("SHARE_LINK", { message: "Play!", custom_id: "c" })).toEqual({
      success: true,
      didCopyLink: true,
      didSendMessage: false,
    });
    const { applicationId } = at;
    expect(at.platform.control.desktop.actions(at.ada.userId)).toEqual([
      { command: "OPEN_MESSAGE", applicationId, args: message },
      { command: "DEEP_LINK", applicationId, args: link },
      { command: "SHARE_LINK", applicationId, args: { message: "Play!", custom_id: "c" } },
    ]);
    expect(await one.errorOf("OPEN_MESSAGE", { channel_id: "10" })).toBe(4000);
    expect(await one.errorOf("SHARE_LINK", { message: "x".repeat(1001) })).toBe(4000);
    expect(await one.errorOf("SHARE_LINK", { message: "x", custom_id: "c".repeat(65) })).toBe(4000);
    expect(await (await at.game()).errorOf("SHARE_LINK", { message: "Play!" })).toBe(4006);
  });

  it("is a shared link without its referrer_id, which is no error and only logged", async () => {
    const at = await desk();
    const one = await authenticated(at, "identify");
    expect(await one.ask("SHARE_LINK", { message: "Play!", referrer_id: { odd: 5 } })).toMatchObject({
      success: true,
    });
    expect(at.platform.control.desktop.actions(at.ada.userId)).toEqual([
      { command: "SHARE_LINK", applicationId: at.applicationId, args: { message: "Play!" } },
    ]);
    expect(at.logs.filter((line) => line.includes("referrer_id"))).toHaveLength(1);
  });

  it.each(["GET_IMAGE", "SET_OVERLAY_LOCKED", "OPEN_OVERLAY_ACTIVITY_INVITE", "OPEN_OVERLAY_VOICE_SETTINGS"])(
    "is nothing for %s",
    async (cmd) => {
      const at = await desk();
      expect(await (await at.game()).ask(cmd, {})).toBeNull();
      expect(at.platform.control.desktop.actions(at.ada.userId)).toEqual([]);
    },
  );
});
