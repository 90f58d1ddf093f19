// Limits of hours: what an application in development may do, and how often a channel's messages are crossposted.
import { describe, expect, it } from "vitest";
import type { Application } from "../../../platform/domain/records/oauth2/application.js";
import { Quotas, type Quota } from "../../../platform/http/quotas.js";
import { routes } from "../../../platform/http/server.js";
import { StillClock } from "../../support/still-clock.js";

const applicationOf = (id: string, isApproved?: true): Application => ({
  id,
  name: id,
  description: "",
  flags: 0,
  redirectUris: [],
  verifyKey: "",
  installationConfigs: {},
  ...(isApproved && { isApproved }),
});
const GAME = applicationOf("1");
const HOUR_S = 3600;

/** How many of 200 requests are accepted, and how long the others wait, seconds. */
function asked(quotas: Quotas, quota: Quota, application = GAME, major = "") {
  const waits = Array.from({ length: 200 }, () => quotas.take(quota, application, major));
  return { accepted: waits.filter((one) => one === undefined).length, wait: waits.at(-1) };
}

describe("a game in development", () => {
  it.each([
    ["lobbyJoin", 100],
    ["lobbyUpdate", 100],
    ["lobbyLink", 20],
    ["lobbyMessage", 100],
    ["directMessage", 100],
  ] as const)("has for %s %d requests in two hours, wherever they lead", (quota, accepted) => {
    const clock = new StillClock();
    const quotas = new Quotas(clock);
    expect(asked(quotas, quota)).toEqual({ accepted, wait: 2 * HOUR_S });
    expect(asked(quotas, quota, GAME, "elsewhere").accepted).toBe(0);
    expect(asked(quotas, quota, applicationOf("2")).accepted).toBe(accepted);
    clock.advance(2 * HOUR_S * 1000);
    expect(asked(quotas, quota).accepted).toBe(accepted);
  });

  it("has no such limit once it is approved", () => {
    const quotas = new Quotas(new StillClock());
    expect(asked(quotas, "lobbyMessage", applicationOf("1", true)).accepted).toBe(200);
  });
});

it("ten messages of a channel are crossposted in an hour, whoever asks", () => {
  const quotas = new Quotas(new StillClock());
  expect(asked(quotas, "crosspost", GAME, "news")).toEqual({ accepted: 10, wait: HOUR_S });
  expect(asked(quotas, "crosspost", applicationOf("2", true), "news").accepted).toBe(0);
  expect(asked(quotas, "crosspost", GAME, "other news").accepted).toBe(10);
});

it("what an application in development may do is counted by these routes", () => {
  const names = (quota: Quota) =>
    routes.filter((route) => route.quota === quota).map(({ method, path }) => `${method} ${path}`);
  expect(names("lobbyJoin")).toEqual(["POST /lobbies", "PUT /lobbies"]);
  expect(names("lobbyUpdate")).toEqual([
    "PATCH /lobbies/{lobby.id}",
    "PUT /lobbies/{lobby.id}/members/{user.id}",
    "POST /lobbies/{lobby.id}/members/bulk",
    "DELETE /lobbies/{lobby.id}/members/{user.id}",
    "POST /lobbies/{lobby.id}/members/@me/invites",
    "POST /lobbies/{lobby.id}/members/{user.id}/invites",
  ]);
  expect(names("lobbyLink")).toEqual([
    "PATCH /lobbies/{lobby.id}/channel-linking",
    "DELETE /channels/{channel.id}/linked-lobby",
  ]);
  expect(names("lobbyMessage")).toEqual(["POST /lobbies/{lobby.id}/messages"]);
  expect(names("directMessage")).toEqual(["POST /users/{user.id}/messages"]);
});
