// Accounts: what bots change of their own, and what users have connected.
import type { UserPayload } from "sdkpp/wire";
import { expect } from "vitest";
import { PNG } from "../../support/png.js";
import { drop, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/user/own-user.ts";
const NO_OTHER = { own: "no other code is documented for it" };

const invalid = (field: string, body: unknown): Failure => ({
  claim: `an invalid ${field}: ${JSON.stringify(body)}`,
  ask: () => ({ path: "/users/@me", body }),
  verdict: [400, 50_035],
  errors: [field],
});

operation<UserPayload & { banner: string | null }>(stage, "update_my_user", {
  change: drop(RULES, "updateOwnUser.after", "username"),
  ask: ({ number }) => ({
    path: "/users/@me",
    body: { username: `Sir Bot ${String(number)}`, avatar: PNG, banner: PNG },
  }),
  seenBy: async ({ scene, body, asked }) => {
    const hash = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
    const name = `Sir Bot ${String(scene.number)}`;
    expect(body).toMatchObject({ id: scene.botId, username: name, avatar: hash, banner: hash, bot: true });
    const { body: seen } = await read(scene, "otherBot", `/users/${scene.botId}`);
    expect(seen).toMatchObject({ username: name, avatar: body.avatar, banner: body.banner });
    await stage().send(scene.stage.bot, "PATCH", { ...asked, body: { avatar: null } });
    const { body: later } = await read(scene, "otherBot", `/users/${scene.botId}`);
    expect(later).toMatchObject({ username: name, avatar: null, banner: body.banner });
  },
  heard: ({ scene, body }) => ({
    bot: [
      ["USER_UPDATE", { id: scene.botId, username: body.username }],
      ["GUILD_MEMBER_UPDATE", { user: { id: scene.botId, username: body.username } }],
    ],
  }),
  failures: [
    invalid("username", { username: "x" }),
    invalid("username", { username: "   x   " }),
    invalid("username", { username: "x".repeat(33) }),
    invalid("username", { username: "everyone" }),
    invalid("username", { username: "Discord Staff" }),
    invalid("avatar", { avatar: "data:image/png;base64,AAAA" }),
    invalid("banner", { banner: "https://game.example/banner.png" }),
    {
      claim: "a name that somebody has",
      ask: ({ ada }) => ({ path: "/users/@me", body: { username: ada.name.toUpperCase() } }),
      verdict: [400, 50_035],
      errors: ["username"],
    },
  ],
  never: { "404": "it is about the caller", ...NO_OTHER },
});

operation<readonly object[]>(stage, "list_my_connections", {
  change: set("platform/domain/views/user/connection.ts", "connectionView.visibility", 0),
  ask: () => ({ path: "/users/@me/connections" }),
  seenBy: async ({ body }) => {
    expect(body).toEqual([]);
    const { control, seeded } = stage().platform;
    const { id } = control.users.create({
      username: "connected",
      connections: [{ type: "steam", id: "76561", name: "knight", isVisible: true }],
    });
    const token = stage().bearer(id, seeded.applicationId, ["connections"]);
    const { body: seen } = await stage().send(token, "GET", { path: "/users/@me/connections" });
    expect(seen).toMatchObject([
      { type: "steam", id: "76561", name: "knight", verified: true, visibility: 1 },
    ]);
  },
  heard: "a read",
  failures: [],
  never: { "404": "it is about the caller", "50035": "it takes no input", ...NO_OTHER },
});
