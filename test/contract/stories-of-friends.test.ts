// The end-to-end stories of friends once more, under the eyes of a judge.
import { describe, expect, it } from "vitest";
import { judgeHere } from "./judge-here.js";

const judge = judgeHere();

describe("stories of friends", () => {
  describe("friends", async () => void (await import("../e2e/social/friends-list.test.js")));
  describe("presence", async () => void (await import("../e2e/social/presence.test.js")));
  describe("invites", async () => void (await import("../e2e/social/activity-invites.test.js")));
  describe("profiles", async () => void (await import("../e2e/social/application-profiles.test.js")));

  it("covers its routes", () => {
    const met = judge.metWith("20");
    for (const route of [
      "GET /gateway",
      "GET /oauth2/@me",
      "POST /users/@me/relationships",
      "PUT /users/@me/relationships/{user_id}",
      "DELETE /users/@me/relationships/{user_id}",
      "POST /users/@me/game-relationships",
      "PUT /users/@me/game-relationships/{user_id}",
      "DELETE /users/@me/game-relationships/{user_id}",
      "POST /users/{user_id}/messages",
      "GET /users/{user_id}/sessions/{session_id}/activities/{application_id}/{action}",
      "PATCH /applications/{application_id}/users/{user_id}/identities/{external_id}/profile",
    ])
      expect(met, route).toContain(route);
  });
});
