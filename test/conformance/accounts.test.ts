// What applications may know of accounts, and what they may no longer do.
import { expect } from "vitest";
import { change } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(
  79,
  change(
    "platform/domain/records/user/connection.ts",
    'new Set(["riotgames", "leagueoflegends"])',
    'new Set(["riotgames"])',
  ),
  async () => {
    const { control, seeded } = at.platform;
    const { id } = control.createUser({
      username: "connected",
      connections: [
        { type: "riotgames", id: "1", name: "hidden" },
        { type: "twitch", id: "2", name: "shown", isVisible: true },
        { type: "leagueoflegends", id: "3", name: "hidden" },
      ],
    });
    const list = (scope: string) => {
      const { access_token } = control.issueTokens(seeded.applicationId, id, scope);
      return at.ask<object[]>(`Bearer ${access_token}`, "GET /users/@me/connections");
    };
    expect((await list("connections")).body).toEqual([
      {
        id: "2",
        name: "shown",
        type: "twitch",
        friend_sync: false,
        integrations: [],
        show_activity: false,
        two_way_link: false,
        verified: true,
        visibility: 1,
        revoked: false,
      },
    ]);
    expect(await list("identify")).toMatchObject({ status: 403, body: { code: 50_026 } });
  },
);

row(
  81,
  change(
    "platform/http/removed.ts",
    "actor instanceof Fault ? actor : usersOnly()",
    'actor instanceof Fault ? actor : new Fault(404, 0, "")',
  ),
  async () => {
    const { authorization } = at.user("ada");
    const body = { name: "New" };
    for (const who of [at.bot, authorization])
      expect(await at.ask(who, "POST /guilds", body)).toMatchObject({ status: 403, body: { code: 20_001 } });
    expect((await at.ask(undefined, "POST /guilds", body)).status).toBe(401);
    expect((await at.ask(at.bot, "GET /guilds")).status).toBe(405);
  },
);
