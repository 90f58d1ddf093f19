// Facts of accounts that applications may know, and actions that they may no longer take.
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { LinkedPlayer, SECRET } from "../support/linked-player.js";
import { drop, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(79, set("platform/domain/records/user/connection.ts", "LEGACY", "steam"), async () => {
  const { control, seeded } = at.platform;
  const { clock } = control;
  const { id } = control.users.create({
    username: "connected",
    connections: [
      { type: "riotgames", id: "1", name: "hidden" },
      { type: "twitch", id: "2", name: "shown", isVisible: true },
      { type: "leagueoflegends", id: "3", name: "hidden" },
    ],
  });
  const list = (scope: string) => {
    const { access_token } = control.tokens.issue(seeded.applicationId, id, scope);
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
  // Until a day the older connections were shown, and the newer ones were not.
  const today = clock.now();
  for (const [day, shown] of [
    [Date.UTC(2026, 6, 9), ["twitch", "leagueoflegends"]],
    [Date.UTC(2026, 6, 10), ["twitch"]],
  ] as const) {
    await clock.set(day);
    expect((await list("connections")).body).toMatchObject(shown.map((type) => ({ type })));
  }
  await clock.set(today);
});

/** A player whose guest has become part of a new full account. */
async function linked(name: string) {
  const { control } = at.platform;
  const { id } = control.applications.create({ name: "Game", secret: SECRET });
  const player = new LinkedPlayer(at.platform, id, name);
  const guest = decodeJwt((await player.signIn()).body.id_token ?? "").sub;
  const userId = control.users.create({ username: name }).id;
  const { status, body: tokens } = await player.mergeInto(userId);
  expect({ status, guest }).toEqual({ status: 200, guest: expect.any(String) });
  return { player, guest, userId, tokens };
}

row(76, drop("platform/domain/reactions/oauth2/unmerged-accounts.ts", "separate", "banned"), async () => {
  const { control } = at.platform;
  const { player, guest, userId, tokens } = await linked("banned");
  control.users.ban(userId);
  expect(await at.ask(`Bearer ${String(tokens.access_token)}`, "GET /users/@me")).toMatchObject({
    status: 401,
  });
  expect((await player.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
  // The identity has a new guest, who cannot become part of another account.
  const fresh = await player.signIn();
  const id = decodeJwt(fresh.body.id_token ?? "").sub;
  expect([guest, userId]).not.toContain(id);
  const another = control.users.create({ username: "another" }).id;
  expect(await player.mergeInto(another)).toMatchObject({ status: 400, body: { code: 530_017 } });
  control.users.unban(userId);
  expect((await player.mergeInto(another)).status).toBe(200);
});

row(138, drop("platform/domain/rules/oauth2/merge.ts", "linkAccount", "isRestricted"), async () => {
  const { control } = at.platform;
  const { player, userId } = await linked("restricted");
  control.users.ban(userId);
  const another = control.users.create({ username: "another2" }).id;
  // A ban without an end forbids it for ever.
  for (const days of [0, 0, 1000]) {
    await control.clock.advance(days * 86_400_000);
    expect(await player.mergeInto(another)).toMatchObject({ status: 400, body: { code: 530_017 } });
  }
  const { id_token: idToken = "" } = (await player.signIn()).body;
  const { body } = await at.ask(at.bot, `GET /users/${String(decodeJwt(idToken).sub)}`);
  expect(body).toMatchObject({ public_flags: 1 << 23 });
});

row(81, drop("platform/http/removed.ts", "REMOVED_PATHS", "/guilds"), async () => {
  const { authorization } = at.user("ada");
  const body = { name: "New" };
  for (const who of [at.bot, authorization])
    expect(await at.ask(who, "POST /guilds", body)).toMatchObject({ status: 403, body: { code: 20_001 } });
  expect((await at.ask(undefined, "POST /guilds", body)).status).toBe(401);
  expect((await at.ask(at.bot, "GET /guilds")).status).toBe(405);
});
