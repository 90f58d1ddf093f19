import type { Platform } from "@sdkpp/platform";
import { PRESENCE_INTENTS, RelationshipType } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ask, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

const { Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;

const send = (platform: Platform, headers: Record<string, string>, line: string, body?: unknown) =>
  ask(platform, headers, line.replace(" ", " /users/@me/"), body);
const withScope = (platform: Platform, index: 0 | 1, scope: string): Record<string, string> => {
  const { seeded, control } = platform;
  const { access_token } = control.tokens.issue(seeded.applicationId, seeded.userIds[index], scope);
  return { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
};

describe("the gateway", () => {
  it("READY has the lists and presences, complete or deduplicated", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const cyd = platform.control.users.create({ username: "cyd" });
    platform.control.users.makeFriends(ada.userId, ben.userId);
    platform.control.users.makeFriends(ada.userId, ben.userId, platform.seeded.applicationId);
    await send(platform, ada.headers, `PUT relationships/${cyd.id}`, { type: 2 });
    await sdkSession(platform, ben);
    const whole = await sdkSession(platform, ada);
    const { applicationId } = platform.seeded;
    expect(whole.ready).toMatchObject({
      relationships: [
        { id: ben.userId, type: Friend, user: { username: "ben" }, has_played_game: true },
        { id: cyd.id, type: Blocked, has_played_game: false },
      ],
      game_relationships: [{ id: ben.userId, user: { username: "ben" }, user_id: ada.userId }],
      presences: [
        { user: { id: ben.userId }, status: "online", activities: [{ application_id: applicationId }] },
      ],
      users: [],
    });
    const split = await sdkSession(platform, ada, { capabilities: 69_680 });
    expect(split.ready).toMatchObject({
      relationships: [{ user_id: ben.userId }, { user_id: cyd.id }],
      presences: [],
      merged_presences: { friends: [] },
      users: [{ id: ben.userId }, { id: cyd.id }],
    });
    expect((split.ready["relationships"] as object[])[0]).not.toHaveProperty("user");
    expect(await split.socket.event("READY_SUPPLEMENTAL")).toMatchObject({
      merged_presences: { friends: [{ user_id: ben.userId, status: "online" }] },
    });
  });

  it("READY omits what the token may not see", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    platform.control.users.makeFriends(ada.userId, platform.seeded.userIds[1]);
    const { authorization = "" } = withScope(platform, 0, "identify gateway.connect");
    const { ready } = await sdkSession(platform, { ...ada, token: authorization.slice("Bearer ".length) });
    expect(ready).toMatchObject({ relationships: [], game_relationships: [], presences: [] });
  });

  it("sends each step to both users, also with the presence scopes' intents, and replays missed ones after a resume", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const [adas, bens] = [
      await sdkSession(platform, ada),
      await sdkSession(platform, ben, { intents: PRESENCE_INTENTS }),
    ];
    await send(platform, ada.headers, `PUT relationships/${ben.userId}`, {});
    expect(await adas.socket.event("RELATIONSHIP_ADD")).toMatchObject({ type: PendingOutgoing });
    const asked = await bens.socket.next(({ t }) => t === "RELATIONSHIP_ADD");
    expect(asked.d).toMatchObject({ id: ada.userId, type: PendingIncoming, should_notify: true });

    platform.control.gateway.close(ben.userId, "reset");
    await bens.socket.closed();
    await send(platform, ada.headers, `DELETE relationships/${ben.userId}`);
    await send(platform, ada.headers, "POST game-relationships", { username: "ben" });
    const again = new FrameSocket(`${platform.endpoints.gateway}?v=9&encoding=json`);
    await again.op(10);
    again.send(6, { token: `Bearer ${ben.token}`, session_id: bens.sessionId, seq: asked.s });
    await again.event("RESUMED");
    expect(again.frames.filter(({ t }) => t !== null).map(({ t }) => t)).toEqual([
      "RELATIONSHIP_REMOVE",
      "GAME_RELATIONSHIP_ADD",
    ]);
  });
});
