import type { Platform } from "@sdkpp/platform";
import type { Activity } from "sdkpp";
import { ActivityButton, Call, Client, RelationshipGroupType, StatusType } from "sdkpp";
import { describe, expect, it } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";

let platform: Platform;
const clients = platformPerTest((started) => {
  platform = started;
  platform.control.users.makeFriends(...platform.seeded.userIds);
});

async function connect(client: Client): Promise<void> {
  client.connect();
  await waitFor("ready", () => client.getStatus() === Client.Status.Ready);
}

/** A ready client. */
function signIn(userId: string, scopes = Client.getDefaultPresenceScopes()): Promise<Client> {
  return signInTo(platform, userId, { scopes, prepare: (client) => clients.push(client) });
}

function match(details: string, players: number): Activity {
  const activity = openParty({ id: "party-1", size: [players, 4], secret: "join secret" });
  activity.setDetails(details);
  const button = new ActivityButton();
  button.setLabel("Watch");
  button.setUrl("https://game.test/watch");
  activity.addButton(button);
  return activity;
}

/** Ben's view of Ada: her status, and her activity. */
const seen = (ben: Client): [StatusType | undefined, string | undefined] => {
  const ada = ben.getUser(platform.seeded.userIds[0]);
  return [ada?.status, ada?.gameActivity?.details];
};
const isSeen = (ben: Client, status: StatusType, details?: string): Promise<void> =>
  waitFor(`${String(status)} ${details ?? "nothing"}`, () => {
    const [now, what] = seen(ben);
    return now === status && what === details;
  });

describe("two players", () => {
  it("a client that is destroyed is offline at once, and its call is left", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const scopes = Client.getDefaultCommunicationScopes();
    const [ada, ben] = [await signIn(adaId, scopes), await signIn(benId, scopes)];
    await isSeen(ben, StatusType.Online);
    const { lobbyId } = await ada.createOrJoinLobby("destroyed");
    await ben.createOrJoinLobby("destroyed");
    const call = ada.startCall(lobbyId);
    await waitFor("the call", () => call.getStatus() === Call.Status.Connected);
    await waitFor(
      "ada in it",
      () => ben.getLobbyHandle(lobbyId)?.getCallInfoHandle()?.getParticipants().length === 1,
    );
    ada.destroy();
    await isSeen(ben, StatusType.Offline);
    await waitFor("nobody in it", () => ben.getLobbyHandle(lobbyId)?.getCallInfoHandle() === undefined);
  });

  it("rich presence is visible live, cleared, and visible after a reconnect", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const [ada, ben] = [await signIn(adaId), await signIn(benId)];
    let updates = 0;
    ben.setUserUpdatedCallback((userId) => (updates += userId === BigInt(adaId) ? 1 : 0));

    expect((await ada.updateRichPresence(match("Level 1", 1))).successful).toBe(true);
    await isSeen(ben, StatusType.Online, "Level 1");
    const activity = ben.getUser(adaId)!.gameActivity!;
    expect([activity.name, activity.applicationId, activity.party?.id, activity.party?.maxSize]).toEqual([
      "Seeded Game",
      BigInt(platform.seeded.applicationId),
      "party-1",
      4,
    ]);
    expect(activity.secrets).toBeUndefined();
    expect(activity.getButtons().map(({ label, url }) => [label, url])).toEqual([["Watch", ""]]);
    expect(ada.getCurrentUserV2()?.gameActivity?.getButtons()).toEqual([]);
    await waitFor("the callback", () => updates > 0);

    // The cable is pulled, and Ada goes on playing while Ben cannot hear her.
    platform.control.gateway.close(benId, "reset");
    await waitFor("Ben without network", () => ben.getStatus() !== Client.Status.Ready);
    await ada.updateRichPresence(match("Level 2", 2));
    await isSeen(ben, StatusType.Online, "Level 2");

    // Her own session is lost for good: a new one says again what she said.
    platform.control.gateway.invalidate(adaId, false);
    await isSeen(ben, StatusType.Offline);
    await isSeen(ben, StatusType.Online, "Level 2");
    expect(ada.getCurrentUserV2()?.gameActivity?.details).toBe("Level 2");

    ada.clearRichPresence();
    await isSeen(ben, StatusType.Online);
    await ada.setOnlineStatus(StatusType.Invisible);
    await isSeen(ben, StatusType.Offline);
    expect(ada.getCurrentUserV2()?.status).toBe(StatusType.Invisible);
    expect(ben.getRelationshipsByGroup(RelationshipGroupType.Offline)).toHaveLength(1);
  });

  it("later players see it; after disconnect nobody does, and connect starts over", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const ada = await signIn(adaId);
    await ada.updateRichPresence(match("Level 1", 1));
    await waitFor("the platform", () => ada.getCurrentUserV2()?.gameActivity?.details === "Level 1");
    const ben = await signIn(benId);
    await isSeen(ben, StatusType.Online, "Level 1");
    ada.disconnect();
    await isSeen(ben, StatusType.Offline);
    await waitFor("disconnected", () => ada.getStatus() === Client.Status.Disconnected);
    await connect(ada);
    await waitFor("Ada back", () => seen(ben)[0] === StatusType.Online);
    expect(seen(ben)[1]).toBeUndefined();
  });
});
