import type { Platform } from "@sdkpp/platform";
import type { Activity } from "sdkpp";
import { ActivityActionTypes, Client, type ActivityInvite } from "sdkpp";
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

interface Player {
  client: Client;
  userId: string;
  invites: ActivityInvite[];
}

/** A ready client, and the invites it is told of. */
async function signIn(index: 0 | 1, scopes = Client.getDefaultCommunicationScopes()): Promise<Player> {
  const invites: ActivityInvite[] = [];
  const userId = platform.seeded.userIds[index];
  const prepare = (client: Client): void => {
    clients.push(client);
    client.setActivityInviteCreatedCallback((invite) => invites.push(invite));
  };
  const client = await signInTo(platform, userId, { scopes, prepare });
  return { client, userId, invites };
}

function party(players: number): Activity {
  return openParty({ id: "party-1", size: [players, 2], secret: "room" });
}

/** Shows the party, and waits until the guest sees it. */
async function host(ada: Player, ben: Player, players = 1): Promise<void> {
  await ada.client.updateRichPresence(party(players));
  const seen = (): number | undefined => ben.client.getUser(ada.userId)?.gameActivity?.party?.currentSize;
  await waitFor("the party", () => seen() === players);
}

async function invited(player: Player, count = 1): Promise<ActivityInvite> {
  await waitFor("the invite", () => player.invites.length >= count);
  return player.invites[count - 1]!;
}

describe("two players", () => {
  it.each([
    ["invite", Client.getDefaultCommunicationScopes()],
    ["invite, without the right to read messages", Client.getDefaultPresenceScopes()],
  ])("%s: the invited player accepts and gets the secret", async (_claim, scopes) => {
    const [ada, ben] = [await signIn(0), await signIn(1, scopes)];
    await host(ada, ben);
    await ada.client.sendActivityInvite(ben.userId, "come");
    const invite = await invited(ben);
    expect([invite.type, invite.senderId, invite.valid]).toEqual([1, BigInt(ada.userId), true]);
    expect((await ben.client.acceptActivityInvite(invite)).joinSecret).toBe("room");
    expect([ada.invites.length, ben.invites.length]).toEqual([0, 1]);
  });

  it("one requests, the other accepts; both meet in the lobby, and a second device is updated", async () => {
    const [ada, ben, phone] = [await signIn(0), await signIn(1), await signIn(1)];
    const { lobbyId } = await ada.client.createOrJoinLobby("room");
    await host(ada, ben);
    await ben.client.sendActivityJoinRequest(ada.userId);
    const request = await invited(ada);
    expect(request.type).toBe(ActivityActionTypes.JoinRequest);
    await ada.client.sendActivityJoinRequestReply(request);
    const invite = await invited(ben);
    const { joinSecret } = await ben.client.acceptActivityInvite(invite);
    expect((await invited(phone, 2)).messageId).toBe(invite.messageId);
    expect((await ben.client.createOrJoinLobby(joinSecret)).lobbyId).toBe(lobbyId);
    await waitFor("Ben in the lobby", () =>
      ada.client.getLobbyHandle(lobbyId)!.lobbyMemberIds.includes(BigInt(ben.userId)),
    );
  });
});
