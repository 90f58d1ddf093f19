import type { Platform } from "@sdkpp/platform";
import { Client, ExternalIdentityProviderType } from "sdkpp";
import { describe, expect, it } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

const signIn = (userId: string, scopes = Client.getDefaultCommunicationScopes()): Promise<Client> =>
  signInTo(platform, userId, { scopes, prepare: (client) => clients.push(client) });

/** As the game's server changes a profile. */
async function change(userId: string, externalId: string, body: object): Promise<void> {
  const { endpoints, seeded } = platform;
  const path = `applications/${seeded.applicationId}/users/${userId}/identities/${externalId}/profile`;
  const answer = await fetch(`${endpoints.apiBase}/v10/${path}`, {
    method: "PATCH",
    headers: { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([201, 204]).toContain(answer.status);
}

const nameOf = (client: Client, userId: string): string | undefined =>
  client.getUserApplicationProfiles(userId)[0]?.username;

describe("a player's identity in the game", () => {
  it("a friend with presence scopes sees it change live, misses nothing over a lost connection, and sees it removed", async () => {
    const { control, seeded } = platform;
    const [adaId, benId] = seeded.userIds;
    control.users.makeFriends(adaId, benId);
    control.users.setIdentity(seeded.applicationId, benId, {
      externalId: "76561",
      providerType: "STEAM",
      providerId: "main",
      username: "Duke",
      avatarHash: "a1",
    });
    const scopes = Client.getDefaultPresenceScopes();
    const [ada, ben] = [await signIn(adaId, scopes), await signIn(benId, scopes)];
    const updates: bigint[] = [];
    ada.setUserUpdatedCallback((id) => updates.push(id));
    const [seen] = ada.getUser(benId)?.userApplicationProfiles ?? [];
    expect(seen).toMatchObject({
      username: "Duke",
      avatarHash: "a1",
      metadata: "",
      providerId: "main",
      providerIssuedUserId: "76561",
      providerType: ExternalIdentityProviderType.Steam,
    });

    await change(benId, "76561", { username: "Archduke", metadata: { level: "9" } });
    await waitFor("Ada to see the new name", () => seen?.username === "Archduke");
    await waitFor("the callback", () => updates.includes(BigInt(benId)));
    expect(seen?.metadata).toBe('{"level":"9"}');
    await waitFor("Ben to see his own", () => nameOf(ben, benId) === "Archduke");

    control.gateway.close(adaId, "reset");
    await change(benId, "76561", { username: "Emperor" });
    await waitFor("what was said meanwhile", () => seen?.username === "Emperor");

    control.gateway.overflowReplay(adaId);
    control.gateway.close(adaId, "reset");
    control.users.removeIdentity(seeded.applicationId, benId);
    await waitFor("the end, from a new session", () => seen?.isValid() === false);
    expect(ada.getUser(benId)?.userApplicationProfiles).toEqual([]);
  });

  it("strangers see it in a common lobby, and not before", async () => {
    const { control, seeded } = platform;
    const [adaId, benId] = seeded.userIds;
    for (const [userId, username] of [
      [adaId, "Countess"],
      [benId, "Duke"],
    ] as const)
      control.users.setIdentity(seeded.applicationId, userId, { externalId: userId, username });
    const [ada, ben] = [await signIn(adaId), await signIn(benId)];
    expect([nameOf(ada, benId), nameOf(ben, benId)]).toEqual([undefined, "Duke"]);
    const met: unknown[] = [];
    ada.setLobbyMemberAddedCallback((_lobbyId, memberId) => met.push(nameOf(ada, String(memberId))));
    const { lobbyId } = await ada.createOrJoinLobby("room");
    await ben.createOrJoinLobby("room");
    await waitFor("Ada to meet Ben", () => met.length === 1);
    expect([met, nameOf(ben, adaId)]).toEqual([["Duke"], "Countess"]);
    await change(adaId, adaId, { username: "Empress" });
    const handle = ben.getLobbyHandle(lobbyId)?.lobbyMembers.find(({ id }) => id === BigInt(adaId));
    await waitFor("Ben to see it", () => handle?.user?.userApplicationProfiles[0]?.username === "Empress");
  });
});
