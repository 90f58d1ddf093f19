import type { Platform } from "@sdkpp/platform";
import { Client, RelationshipGroupType, RelationshipType } from "sdkpp";
import { describe, expect, it } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;
const { OnlinePlayingGame, OnlineElsewhere, Offline } = RelationshipGroupType;

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

/** A ready client. @param applicationId the seeded game unless given */
function signIn(
  userId: string,
  scopes = Client.getDefaultPresenceScopes(),
  applicationId = platform.seeded.applicationId,
): Promise<Client> {
  return signInTo(platform, userId, { scopes, applicationId, prepare: (client) => clients.push(client) });
}

/** A player's view: names by group. */
function friendsList(client: Client) {
  const names = (group: RelationshipGroupType): string[] =>
    client.getRelationshipsByGroup(group).map(({ user }) => user?.displayName ?? "?");
  return { playing: names(OnlinePlayingGame), elsewhere: names(OnlineElsewhere), offline: names(Offline) };
}

const typesOf = (client: Client, userId: string) => {
  const { discordRelationshipType, gameRelationshipType } = client.getRelationshipHandle(userId);
  return [discordRelationshipType, gameRelationshipType];
};

describe("a friends list that updates live", () => {
  it("from a request to a block, as both players see it", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const [ada, ben] = [await signIn(adaId), await signIn(benId)];
    const heard: unknown[][] = [];
    ben.setRelationshipCreatedCallback((id, isDiscord) => heard.push(["created", String(id), isDiscord]));
    ben.setRelationshipDeletedCallback((id, isDiscord) => heard.push(["deleted", String(id), isDiscord]));
    const bens = ben.getRelationshipHandle(adaId);

    await ada.sendGameFriendRequest("ben");
    expect(typesOf(ada, benId)).toEqual([None, PendingOutgoing]);
    await waitFor("the request", () => bens.gameRelationshipType === PendingIncoming);
    expect([bens.user?.displayName, bens.isSpamRequest, friendsList(ben)]).toEqual([
      "Ada",
      false,
      { playing: [], elsewhere: [], offline: [] },
    ]);

    await ben.acceptGameFriendRequest(adaId);
    await waitFor("Ben playing", () => friendsList(ada).playing.join() === "Ben");
    await waitFor("Ada playing", () => friendsList(ben).playing.join() === "Ada");

    platform.control.users.rename(adaId, "Countess");
    await waitFor("the new name", () => friendsList(ben).playing.join() === "Countess");

    ada.disconnect();
    await waitFor("Ada gone", () => friendsList(ben).offline.join() === "Countess");
    ada.connect();
    await waitFor("Ada back", () => friendsList(ben).playing.join() === "Countess");
    await waitFor("Ada ready", () => ada.getStatus() === Client.Status.Ready);

    await ben.sendDiscordFriendRequestById(adaId);
    await waitFor("the upgrade", () => typesOf(ada, benId).join() === `${PendingIncoming},${Friend}`);
    await ada.acceptDiscordFriendRequest(benId);
    await ada.removeGameFriend(benId);
    await waitFor("one kind left", () => typesOf(ben, adaId).join() === `${Friend},${None}`);
    expect(friendsList(ben).playing).toEqual(["Countess"]);

    await ada.blockUser(benId);
    expect([typesOf(ada, benId), friendsList(ada).playing]).toEqual([[Blocked, None], []]);
    await waitFor("nothing left for Ben", () => ben.getRelationships().length === 0);
    expect(bens.isValid()).toBe(true);
    await ada.unblockUser(benId);
    expect(ada.getRelationships()).toEqual([]);
    await waitFor("the last callback", () => heard.length >= 6);
    expect(heard).toEqual([
      ["created", adaId, false],
      ["created", adaId, false],
      ["created", adaId, true],
      ["created", adaId, true],
      ["deleted", adaId, false],
      ["deleted", adaId, true],
    ]);
  });

  it("loses and duplicates nothing when the connection is cut, resumable or not", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const [ada, ben] = [await signIn(adaId), await signIn(benId)];
    const heard: string[] = [];
    ben.setRelationshipCreatedCallback((id) => heard.push(`created ${String(id)}`));
    ben.setRelationshipDeletedCallback((id) => heard.push(`deleted ${String(id)}`));
    const bens = ben.getRelationshipHandle(adaId);

    platform.control.gateway.close(benId, "reset");
    await ada.sendDiscordFriendRequest("ben");
    await ada.cancelDiscordFriendRequest(benId);
    await ada.sendDiscordFriendRequestById(benId);
    await waitFor("the resumed events", () => heard.length >= 3);
    expect(bens.discordRelationshipType).toBe(PendingIncoming);
    expect(heard).toEqual([`created ${adaId}`, `deleted ${adaId}`, `created ${adaId}`]);

    heard.length = 0;
    platform.control.gateway.overflowReplay(benId);
    platform.control.gateway.invalidate(benId, false);
    await ada.cancelDiscordFriendRequest(benId);
    await ada.sendGameFriendRequest("ben");
    await waitFor("the new session's lists", () => heard.length >= 2);
    expect([typesOf(ben, adaId), heard]).toEqual([
      [None, PendingIncoming],
      [`deleted ${adaId}`, `created ${adaId}`],
    ]);
  });

  it("shows platform friends in every game, game friends in theirs only", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const other = platform.control.applications.create({ name: "Other" }).id;
    const cyd = platform.control.users.create({ username: "cyd" });
    platform.control.users.makeFriends(adaId, benId);
    platform.control.users.makeFriends(adaId, cyd.id, platform.seeded.applicationId);
    const [here, there] = [await signIn(adaId), await signIn(adaId, undefined, other)];
    await signIn(benId, undefined, other);
    await signIn(cyd.id, undefined, other);
    await waitFor("Ben elsewhere", () => friendsList(here).elsewhere.join() === "Ben");
    await waitFor("Ben in the same game", () => friendsList(there).playing.join() === "Ben");
    expect(friendsList(here)).toEqual({ playing: [], elsewhere: ["Ben"], offline: ["cyd"] });
    expect(friendsList(there)).toEqual({ playing: ["Ben"], elsewhere: [], offline: [] });
    expect(here.searchFriendsByUsername("cy").map(({ username }) => username)).toEqual(["cyd"]);
  });
});

it("a spam request is marked as such", async () => {
  const mal = platform.control.users.create({ username: "mal", spammer: true });
  const [ada, spammer] = [await signIn(platform.seeded.userIds[0]), await signIn(mal.id)];
  await spammer.sendDiscordFriendRequest("ada");
  const handle = ada.getRelationshipHandle(mal.id);
  await waitFor("the request", () => handle.discordRelationshipType === PendingIncoming);
  expect([handle.isSpamRequest, spammer.getRelationships()[0]?.isSpamRequest]).toEqual([true, false]);
});
