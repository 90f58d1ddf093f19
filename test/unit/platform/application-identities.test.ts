import { describe, expect, it } from "vitest";
import { introductions } from "../../../platform/domain/reactions/user/identity-events.js";
import type { Dispatch, PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import {
  becomeFriends,
  befriend,
  block,
  changeProfile,
  createOrJoin,
  getProfile,
  listIdentities,
  removeIdentity,
  resolveIdentities,
  setIdentity,
} from "./operations.js";
import { cast, dispatches, reply, type Cast } from "./support-world.js";

const give = (
  { world, registry, applicationId, ada }: Cast,
  externalId = "steam:1",
  userId = ada.user.id,
): PlatformEvent[] =>
  setIdentity(
    world,
    registry.applicationIdentity(applicationId, userId, { externalId, username: "Countess" }),
  );

const reached = (events: readonly PlatformEvent[], t: string): (readonly string[])[] =>
  dispatches(events)
    .filter((event) => event.t === t)
    .map(({ reach }) => (reach.to === "users" ? [...reach.userIds].sort() : []));

const pathOf = ({ applicationId, ada }: Cast, externalId = "steam:1") => ({
  applicationId,
  userId: ada.user.id,
  externalId,
});

describe("the identity of a user in a game", () => {
  it("shows its provider and omits fields that were never set", () => {
    const scene = cast();
    give(scene);
    expect(reply(getProfile(scene.world, scene.bot, pathOf(scene)))).toEqual({
      username: "Countess",
      metadata: null,
    });
  });

  it("keeps fields that a change omits, clears those set to null, and shows the pairs as one string", () => {
    const scene = cast();
    const { world, bot } = scene;
    give(scene);
    const change = { metadata: { level: "9" }, data: { primary: { season: "3" } } };
    const changed = changeProfile(world, bot, pathOf(scene), change);
    expect(reply(changed)).toBeUndefined();
    const [update] = dispatches(changed instanceof Fault ? [] : changed.events);
    expect(update?.d).toMatchObject({
      username: "Countess",
      metadata: '{"level":"9"}',
      data: { primary: { season: "3" } },
      data_trusted: true,
    });
    changeProfile(world, bot, pathOf(scene), { username: null, data: null });
    expect(reply(getProfile(world, bot, pathOf(scene)))).toEqual({
      username: null,
      metadata: { level: "9" },
    });
    // An empty profile is made by its first change.
    changeProfile(world, bot, pathOf(scene), { metadata: null });
    const made = { username: "Duke", metadata: null };
    expect(reply(changeProfile(world, bot, pathOf(scene), { username: "Duke" }))).toEqual(made);
  });

  it("is unique per game: a new one replaces it and removes another user's identity with the same id", () => {
    const scene = cast();
    const { world, bot, ada, ben } = scene;
    give(scene);
    give(scene, "steam:2");
    expect(getProfile(world, bot, pathOf(scene, "steam:1"))).toBeInstanceOf(Fault);
    const events = give(scene, "steam:2", ben.user.id);
    expect(dispatches(events).map(({ t, d }) => [t, (d as { user_id: string }).user_id])).toEqual([
      ["USER_APPLICATION_IDENTITY_REMOVE", ada.user.id],
      ["USER_APPLICATION_IDENTITY_UPDATE", ben.user.id],
    ]);
    expect(reply(resolveIdentities(world, ada, [ada.user.id, ben.user.id, "404"]))).toEqual([
      { user_id: ben.user.id, external_user_id: "steam:2" },
    ]);
  });

  it.each<[string, (scene: Cast) => Partial<ReturnType<typeof pathOf>>, number, number]>([
    ["another game's", () => ({ applicationId: "404" }), 404, 10_002],
    ["an unknown user", () => ({ userId: "404" }), 404, 10_013],
    ["a user without an identity", ({ ben }) => ({ userId: ben.user.id }), 404, 0],
    ["another external id", () => ({ externalId: "steam:2" }), 404, 0],
  ])("is neither shown nor changed: %s", (_name, change, status, code) => {
    const scene = cast();
    give(scene);
    const path = { ...pathOf(scene), ...change(scene) };
    const before = scene.world.identities.all();
    expect(getProfile(scene.world, scene.bot, path)).toMatchObject({ status, code });
    expect(changeProfile(scene.world, scene.bot, path, { username: "x" })).toMatchObject({ status, code });
    expect(scene.world.identities.all()).toEqual(before);
  });

  it("is listed for the token's own game only", () => {
    const scene = cast();
    const { world, registry, ada, ben } = scene;
    give(scene);
    const other = registry.createApplication({ name: "Other" });
    setIdentity(world, registry.applicationIdentity(other.id, ada.user.id, { externalId: "secret" }));
    expect(reply(listIdentities(world, ben, ada.user.id, false))).toEqual({
      identities: [{ application_id: scene.applicationId, provider_issued_user_id: "steam:1" }],
    });
    const [shown] = reply(listIdentities(world, ben, ada.user.id, true)).identities;
    expect([shown?.profile?.username, shown?.profiles]).toEqual(["Countess", [shown?.profile]]);
    expect(reply(listIdentities(world, ben, ben.user.id, true))).toEqual({ identities: [] });
    expect(listIdentities(world, ben, "404", true)).toMatchObject({ status: 404, code: 10_013 });
  });

  it.each([
    ["no external id", { externalId: "" }],
    ["a long external id", { externalId: "x".repeat(1025) }],
    ["a long name", { externalId: "1", username: "x".repeat(1025) }],
    [
      "too many pairs",
      {
        externalId: "1",
        metadata: Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`k${index}`, ""])),
      },
    ],
    ["a long value", { externalId: "1", metadata: { k: "x".repeat(1025) } }],
  ])("is rejected by the registry: %s", (_name, input) => {
    const { registry, applicationId, ada } = cast();
    expect(() => registry.applicationIdentity(applicationId, ada.user.id, input)).toThrow(RangeError);
    expect(() => registry.applicationIdentity("404", ada.user.id, { externalId: "1" })).toThrow(
      "no application",
    );
    expect(() => registry.applicationIdentity(applicationId, "404", { externalId: "1" })).toThrow("no user");
  });
});

describe("the audience of a profile", () => {
  const UPDATE = "USER_APPLICATION_IDENTITY_UPDATE";
  const both = ({ ada, ben }: Cast): string[] => [ada.user.id, ben.user.id].sort();

  it.each<[string, (scene: Cast) => void, (scene: Cast) => string[]]>([
    ["only the user among strangers", () => undefined, ({ ada }) => [ada.user.id]],
    [
      "a platform friend",
      ({ world, ada, ben }) => void becomeFriends(world, ada.user.id, ben.user.id, PLATFORM),
      both,
    ],
    [
      "a friend in the game",
      ({ world, ada, ben, applicationId }) =>
        void becomeFriends(world, ada.user.id, ben.user.id, applicationId),
      both,
    ],
    [
      "a user with a pending request",
      ({ world, ada, ben }) => void befriend(world, ben, PLATFORM, ada.user.id, undefined),
      both,
    ],
    [
      "excludes a friend in another game",
      ({ world, registry, ada, ben }) =>
        void becomeFriends(world, ada.user.id, ben.user.id, registry.createApplication({ name: "x" }).id),
      ({ ada }) => [ada.user.id],
    ],
    [
      "excludes a user who has blocked the owner",
      ({ world, ada, ben }) => void block(world, ben, ada.user.id),
      ({ ada }) => [ada.user.id],
    ],
    [
      "a member of the same lobby",
      ({ world, ada, ben }) => {
        for (const who of [ada, ben]) reply(createOrJoin(world, who, { secret: "s" }));
      },
      both,
    ],
  ])("%s", (_name, prepare, expected) => {
    const scene = cast();
    prepare(scene);
    expect(reached(give(scene), UPDATE)).toEqual([expected(scene)]);
    const removed = removeIdentity(scene.world, scene.applicationId, scene.ada.user.id);
    expect(reached(removed, "USER_APPLICATION_IDENTITY_REMOVE")).toEqual([expected(scene)]);
    expect(removeIdentity(scene.world, scene.applicationId, scene.ada.user.id)).toEqual([]);
  });

  it("includes users who meet the owner, with the event in which they meet", () => {
    const scene = cast();
    const { world, ada, ben } = scene;
    give(scene);
    const joins = [ada, ben].flatMap((who) => {
      const joined = createOrJoin(world, who, { secret: "s" });
      return joined instanceof Fault ? [] : dispatches(joined.events);
    });
    const introduced = (events: readonly Dispatch[]): unknown[] =>
      events.flatMap((event) =>
        introductions(world, event).map(({ d, reach }) => [
          event.t,
          (d as { user_id: string }).user_id,
          reach.to === "users" ? reach.userIds.filter((id) => id !== reach.except) : reach,
        ]),
      );
    expect(introduced(joins)).toEqual([
      ["LOBBY_CREATE", ada.user.id, [ada.user.id]],
      ["LOBBY_CREATE", ada.user.id, [ben.user.id]],
    ]);
    const asked = befriend(world, ada, PLATFORM, ben.user.id, undefined);
    world.live.opened(scene.applicationId, ben.user.id);
    const accepted = befriend(world, ben, PLATFORM, ada.user.id, undefined);
    expect(asked).not.toBeInstanceOf(Fault);
    expect(introduced(accepted instanceof Fault ? [] : dispatches(accepted.events))).toEqual([
      ["RELATIONSHIP_ADD", ada.user.id, [ben.user.id]],
    ]);
  });
});
