// Users, applications, and the address of the gateway.
import { Scope, type UserPayload } from "sdkpp/wire";
import { expect } from "vitest";
import { drop, force, set } from "../change.js";
import { FrameSocket } from "../../e2e/platform/support-socket.js";
import { operation, read } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const APPLICATION = "platform/domain/views/oauth2/application.ts";
const NO_OTHER = { own: "no other code is documented for it" };
const ONLY_CALLER = {
  "404": "it is about the caller",
  "50035": "it takes no input",
  ...NO_OTHER,
};

operation<UserPayload>(stage, "get_my_user", {
  change: set("platform/domain/views/user/user.ts", "userView.global_name", null),
  ask: (scene) => {
    scene.befriend();
    stage().platform.control.users.rename(scene.ada.id, "Ada the Brave");
    return { path: "/users/@me" };
  },
  seenBy: async ({ scene, body }) => {
    const { ada } = scene;
    const shown = { id: ada.id, username: ada.name, global_name: "Ada the Brave", bot: false };
    expect(body).toMatchObject({ ...shown, email: null });
    const { body: seen } = await read(scene, "ben", `/users/${ada.id}`);
    expect(seen).toMatchObject(shown);
    expect(seen).not.toHaveProperty("email");
  },
  heard: "a read",
  failures: [],
  never: ONLY_CALLER,
});

operation<UserPayload>(stage, "get_user", {
  change: force("platform/domain/rules/user/users.ts", "isAcquainted", "findDmChannel", true),
  seenBy: async ({ scene, body }) => {
    const { ben } = scene;
    expect(body).toMatchObject({ id: ben.id, username: ben.name, bot: false });
    stage().platform.control.users.rename(ben.id, "Ben the Bold");
    const { body: later } = await read(scene, "bot", `/users/${ben.id}`);
    expect(later).toEqual({ ...body, global_name: "Ben the Bold" });
  },
  heard: "a read",
  failures: [
    { claim: "an unknown user", ask: () => ({ path: "/users/1" }), verdict: [404, 10_013] },
    {
      claim: "a word in place of the id",
      ask: () => ({ path: "/users/word" }),
      verdict: [400, 50_035],
      errors: ["user_id"],
    },
  ],
  never: NO_OTHER,
});

interface Application {
  readonly id: string;
  readonly approximate_guild_count: number;
  readonly approximate_user_authorization_count: number;
}

operation<Application>(stage, "get_my_application", {
  change: set(APPLICATION, "ownApplicationView.approximate_guild_count", 1),
  seenBy: async ({ scene, asked, body }) => {
    const { applicationId, userIds } = stage().platform.seeded;
    expect(body).toMatchObject({
      id: applicationId,
      name: "Seeded Game",
      redirect_uris: ["http://127.0.0.1/callback"],
      owner: { id: userIds[0] },
    });
    const { body: other } = await read(scene, "otherBot", asked.path);
    expect(other).toMatchObject({ id: stage().otherApplicationId, name: "Other Game" });
    scene.guild(scene.host);
    const { body: later } = await read(scene, "bot", asked.path);
    expect(later).toMatchObject({ approximate_guild_count: body.approximate_guild_count + 1 });
  },
  heard: "a read",
  failures: [],
  never: ONLY_CALLER,
});

operation<Application>(stage, "get_my_oauth2_application", {
  change: set(APPLICATION, "ownApplicationView.approximate_user_authorization_count", 0),
  seenBy: async ({ scene, asked, body }) => {
    const { control, seeded } = stage().platform;
    expect(body).toMatchObject({ id: seeded.applicationId, name: "Seeded Game" });
    const { id } = control.users.create({ username: `guest${String(scene.number)}` });
    stage().bearer(id, seeded.applicationId);
    stage().bearer(id, seeded.applicationId);
    const count = async (): Promise<number> =>
      ((await read(scene, "bot", asked.path)).body as Application).approximate_user_authorization_count;
    expect(await count()).toBe(body.approximate_user_authorization_count + 1);
    control.tokens.revoke(seeded.applicationId, id);
    expect(await count()).toBe(body.approximate_user_authorization_count);
  },
  heard: "a read",
  failures: [],
  never: ONLY_CALLER,
});

operation(stage, "get_my_oauth2_authorization", {
  change: set("platform/domain/rules/oauth2/tokens.ts", "describeToken.scopes", []),
  seenBy: async ({ scene, asked, body }) => {
    const { ada, applicationId } = scene;
    const { user: seen, expires } = body as { user: unknown; expires: string };
    expect(body).toMatchObject({ application: { id: applicationId }, user: { id: ada.id } });
    expect((await read(scene, "ada", "/users/@me")).body).toMatchObject(seen as object);
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    const narrow = stage().bearer(ada.id, stage().otherApplicationId, [Scope.Guilds]);
    const { body: other } = await read(scene, () => narrow, asked.path);
    expect(other).toMatchObject({ application: { id: stage().otherApplicationId }, scopes: [Scope.Guilds] });
    expect(other).not.toHaveProperty("user");
  },
  heard: "a read",
  failures: [],
  never: ONLY_CALLER,
});

interface BotGateway {
  readonly url: string;
  readonly session_start_limit: { readonly remaining: number; readonly reset_after: number };
}

operation<BotGateway>(stage, "get_bot_gateway", {
  change: drop("platform/gateway/connection.ts", "GatewayConnection", "sessionStarts"),
  seenBy: async ({ scene, asked, body }) => {
    const { url, session_start_limit: limit } = body;
    expect(body).toMatchObject({ shards: 1, session_start_limit: { total: 1000, max_concurrency: 1 } });
    await greet(url, scene.stage.bot, scene.botId);
    const { body: later } = await read(scene, "bot", asked.path);
    expect(later).toMatchObject({ session_start_limit: { remaining: limit.remaining - 1 } });
    const { control } = stage().platform;
    const { userId, token } = control.applications.createBot(
      control.applications.create({ name: "Large Game" }).id,
    );
    for (let count = 0; count < 1001; count += 1)
      control.guilds.create({ name: "Server", ownerId: scene.host.id, memberIds: [userId] });
    const { body: large } = await read(scene, () => `Bot ${token}`, asked.path);
    expect(large).toMatchObject({ shards: 2, session_start_limit: { remaining: 1000, reset_after: 0 } });
  },
  heard: "a read",
  failures: [],
  never: { "404": "it names nothing", "50035": "it takes no input", ...NO_OTHER },
});

/** Starts a session of a bot at an address, and ends it. */
async function greet(url: string, bot: string, botId: string): Promise<void> {
  expect(new URL(url).protocol).toBe("ws:");
  const socket = new FrameSocket(`${url}?v=10&encoding=json`);
  try {
    await socket.op(10);
    socket.send(2, { token: bot.replace("Bot ", ""), properties: {}, intents: 0 });
    expect(await socket.event("READY")).toMatchObject({ user: { id: botId } });
  } finally {
    socket.close();
  }
}

operation<{ url: string }>(stage, "get_gateway", {
  change: set("platform/http/gateway-info.ts", "gatewayInfoRoutes.url", "wss://elsewhere"),
  seenBy: ({ scene, body }) => greet(body.url, scene.stage.bot, scene.botId),
  heard: "a read",
  failures: [],
  never: {
    "401": "anybody may ask",
    "403": "anybody may ask",
    "404": "it names nothing",
    "50035": "it takes no input",
    ...NO_OTHER,
  },
});
