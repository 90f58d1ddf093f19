import { describe, expect, it } from "vitest";
import { World, type ApplicationProfileRecord, type WorldChange } from "../../../lib/state/index.js";

const user = (id: bigint) => ({
  id,
  username: `user${String(id)}`,
  globalName: undefined,
  avatar: undefined,
  isProvisional: false,
});
const profile = (userId: bigint, username = "Countess"): ApplicationProfileRecord => ({
  userId,
  username,
  metadata: "",
  avatarHash: "",
  providerType: "STEAM",
  providerId: undefined,
  providerIssuedUserId: "1",
});

/** The player is 5 and knows 7. */
function begin(profiles: ApplicationProfileRecord[] = []): { world: World; first: WorldChange[] } {
  const world = new World();
  world.apply({ type: "ready", user: user(5n), lobbies: [] });
  world.apply({ type: "user", user: user(7n) });
  return { world, first: world.apply({ type: "profilesReady", profiles }) };
}

const updated = (userId: bigint): WorldChange => ({ type: "userUpdated", userId });

describe("profiles of users in this game", () => {
  it("of the first session are stored without reporting a change", () => {
    const { world, first } = begin([profile(7n)]);
    expect([first, world.profiles.get(7n)?.username]).toEqual([[], "Countess"]);
  });

  it.each<[string, Parameters<World["apply"]>[0], WorldChange[], string | undefined]>([
    ["a new one", { type: "profile", profile: profile(7n, "Duke") }, [updated(7n)], "Duke"],
    ["the same", { type: "profile", profile: profile(7n) }, [], "Countess"],
    ["the end of it", { type: "profileRemoved", userId: 7n }, [updated(7n)], undefined],
    ["the end of none", { type: "profileRemoved", userId: 5n }, [], "Countess"],
    ["of a user not met yet", { type: "profile", profile: profile(8n) }, [], "Countess"],
    ["the client's end", { type: "cleared" }, [], undefined],
  ])("%s", (_name, event, changes, left) => {
    const { world } = begin([profile(7n)]);
    expect(world.apply(event)).toEqual(changes);
    expect(world.profiles.get(7n)?.username).toBe(left);
  });

  it("of an unknown user are available when the user becomes known", () => {
    const { world } = begin();
    world.apply({ type: "profile", profile: profile(8n) });
    world.apply({ type: "user", user: user(8n) });
    expect(world.profiles.get(8n)?.username).toBe("Countess");
  });

  it("of a later session report the differences", () => {
    const { world } = begin([profile(7n), profile(5n)]);
    const again = world.apply({ type: "profilesReady", profiles: [profile(5n, "Duke")] });
    expect(again).toEqual([updated(7n), updated(5n)]);
    expect(world.apply({ type: "profilesReady", profiles: [profile(5n, "Duke")] })).toEqual([]);
    expect(world.profiles.get(7n)).toBeUndefined();
  });

  it("of a friend report a stale place in the list", () => {
    const { world } = begin();
    const relationship = { kind: "platform", userId: 7n, type: 1, user: user(7n) } as const;
    const facts = { ...relationship, isSpamRequest: undefined, hasPlayedGame: undefined };
    world.apply({ type: "friendsReady", relationships: [facts], presences: [] });
    expect(world.apply({ type: "profile", profile: profile(7n) })).toEqual([
      updated(7n),
      { type: "relationshipGroupsUpdated", userId: 7n },
    ]);
  });
});
