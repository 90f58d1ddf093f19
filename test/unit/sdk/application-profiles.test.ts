import { describe, expect, it } from "vitest";
import { ExternalIdentityProviderType, UserApplicationProfileHandle } from "../../../lib/index.js";
import { lobby, member, OWN_ID, Scene } from "./scene.js";

const profile = (change: object = {}): object => ({
  username: "Countess",
  metadata: '{"level":"9"}',
  external_id: {
    provider_type: "STEAM",
    provider_issued_user_id: "76561",
    provider_id: "main",
    preferred_global_name: null,
  },
  avatar_hash: "a1",
  ...change,
});
const update = (change: object = {}): object => ({ ...profile(change), user_id: "7", application_id: "1" });

async function begin(profiles: object = { "7": [profile()] }): Promise<{ scene: Scene; updates: bigint[] }> {
  const scene = new Scene();
  const updates: bigint[] = [];
  scene.client.setUserUpdatedCallback((id) => updates.push(id));
  await scene.ready({
    lobbies: [lobby("9", { members: [member(OWN_ID), member("7")] })],
    user_application_profiles: profiles,
  });
  return { scene, updates };
}

describe("a user's profile in this game", () => {
  it("is available from the user and by id, with all its fields", async () => {
    const { scene, updates } = await begin();
    const fields = {
      username: "Countess",
      metadata: '{"level":"9"}',
      avatarHash: "a1",
      providerId: "main",
      providerIssuedUserId: "76561",
      providerType: ExternalIdentityProviderType.Steam,
    };
    const { client } = scene;
    for (const found of [
      client.getUser(7n)?.userApplicationProfiles,
      client.getUserApplicationProfiles("7"),
      client.getUserApplicationProfilesNoLock(7n),
    ]) {
      expect(found).toHaveLength(1);
      expect(found?.[0]).toMatchObject(fields);
    }
    expect(client.getUserApplicationProfiles(5n)).toEqual([]);
    expect(client.getCurrentUserV2()?.userApplicationProfiles).toEqual([]);
    expect(updates).toEqual([]);
    expect(() => client.getUserApplicationProfiles("ben")).toThrow("userId: expected a 64-bit id");
  });

  it("shows later changes, and is gone with the identity", async () => {
    const { scene, updates } = await begin();
    const [held] = scene.client.getUserApplicationProfiles(7n);
    scene.dispatch("USER_APPLICATION_IDENTITY_UPDATE", update({ username: "Duke", avatar_hash: null }));
    await scene.turn();
    expect([held?.username, held?.avatarHash, updates]).toEqual(["Duke", "", [7n]]);
    scene.dispatch("USER_APPLICATION_IDENTITY_UPDATE", update({ username: "Duke", avatar_hash: null }));
    await scene.turn();
    expect(updates).toEqual([7n]);
    scene.dispatch("USER_APPLICATION_IDENTITY_REMOVE", { user_id: "7", application_id: "1" });
    await scene.turn();
    expect([held?.isValid(), held?.username, updates]).toEqual([false, "", [7n, 7n]]);
    expect(scene.client.getUser(7n)?.userApplicationProfiles).toEqual([]);
    scene.dispatch("USER_APPLICATION_IDENTITY_UPDATE", update());
    await scene.turn();
    expect([held?.isValid(), held?.username]).toEqual([true, "Countess"]);
    scene.client.destroy();
    expect([held?.isValid(), scene.client.getUserApplicationProfiles(7n)]).toEqual([false, []]);
  });

  it("is available when the callback reports the new member it belongs to", async () => {
    const { scene } = await begin({});
    const seen: unknown[] = [];
    scene.client.setLobbyMemberAddedCallback((_lobbyId, memberId) =>
      seen.push(scene.client.getUser(memberId)?.userApplicationProfiles[0]?.username),
    );
    scene.dispatch("USER_APPLICATION_IDENTITY_UPDATE", { ...update(), user_id: "8" });
    scene.dispatch("LOBBY_MEMBER_ADD", { lobby_id: "9", application_id: "1", member: member("8") });
    await scene.turn();
    expect(seen).toEqual(["Countess"]);
  });

  it.each<[string, ExternalIdentityProviderType]>([
    ["OIDC", ExternalIdentityProviderType.OIDC],
    ["EPIC_ONLINE_SERVICES", ExternalIdentityProviderType.EpicOnlineServices],
    ["UNITY", ExternalIdentityProviderType.Unity],
    ["DISCORD_BOT", ExternalIdentityProviderType.DiscordBot],
    ["APPLE", ExternalIdentityProviderType.Unknown],
    ["PLAYSTATION_NETWORK", ExternalIdentityProviderType.Unknown],
    ["GOG", ExternalIdentityProviderType.Unknown],
  ])("%s is provider %i", async (name, type) => {
    const { scene } = await begin({ "7": [profile({ external_id: { provider_type: name } })] });
    const [handle] = scene.client.getUserApplicationProfiles(7n);
    expect([handle?.providerType, handle?.providerId, handle?.providerIssuedUserId]).toEqual([
      type,
      undefined,
      "",
    ]);
  });

  it("has no provider when none is named", async () => {
    const { scene } = await begin({ "7": [{}] });
    const [handle] = scene.client.getUserApplicationProfiles(7n);
    expect(handle?.providerType).toBe(ExternalIdentityProviderType.None);
  });

  it("a malformed event is logged and changes nothing", async () => {
    const { scene } = await begin();
    scene.dispatch("USER_APPLICATION_IDENTITY_UPDATE", { ...update(), user_id: "x" });
    scene.dispatch("USER_APPLICATION_IDENTITY_REMOVE", {});
    await scene.turn();
    expect(scene.logs.filter((line) => line.includes("malformed"))).toHaveLength(2);
    expect(scene.client.getUserApplicationProfiles(7n)[0]?.username).toBe("Countess");
  });

  it("is a handle: copied, moved, and empty in nullobj", async () => {
    const { scene } = await begin();
    const [handle] = scene.client.getUserApplicationProfiles(7n);
    if (handle === undefined) throw new Error("no handle");
    const copy = handle.clone();
    const moved = UserApplicationProfileHandle.moveFrom(handle);
    expect([copy.username, moved.username, handle.isValid()]).toEqual(["Countess", "Countess", false]);
    expect(handle.assign(moved).username).toBe("Countess");
    const { nullobj } = UserApplicationProfileHandle;
    expect(nullobj).toMatchObject({
      username: "",
      metadata: "",
      avatarHash: "",
      providerId: undefined,
      providerIssuedUserId: "",
      providerType: 0,
    });
    expect(() => nullobj.assign(moved)).toThrow("nullobj");
  });
});
