import type { Platform } from "@sdkpp/platform";
import type { Activity } from "sdkpp";
import { ActivityActionTypes, Client, type ActivityInvite } from "sdkpp";
import { ACTIVITY_INVITE_LIFE_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { signIn as signInTo } from "../../support/players.js";
import { openParty } from "../../support/open-party.js";
import { waitFor } from "../../support/wait-for.js";

let platform: Platform;
const clients = platformPerTest((started) => {
  platform = started;
  platform.control.makeFriends(...platform.seeded.userIds);
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

describe("rejected", () => {
  it("by the platform: a full party, a party that is over, a block, oneself, six hours", async () => {
    const [ada, ben] = [await signIn(0), await signIn(1)];
    await host(ada, ben, 2);
    await expect(ben.client.sendActivityJoinRequest(ada.userId)).rejects.toMatchObject({
      result: { status: 400, errorCode: 50_039 },
    });
    await expect(ada.client.sendActivityInvite(ada.userId, "")).rejects.toMatchObject({
      result: { status: 403 },
    });

    await ada.client.sendActivityInvite(ben.userId, "");
    const late = await invited(ben);
    await platform.control.clock.advance(ACTIVITY_INVITE_LIFE_MS);
    await expect(ben.client.acceptActivityInvite(late)).rejects.toMatchObject({ result: { status: 400 } });

    await ada.client.sendActivityInvite(ben.userId, "");
    const over = await invited(ben, 2);
    const updated: boolean[] = [];
    ben.client.setActivityInviteUpdatedCallback(({ messageId, valid }) => {
      if (messageId === over.messageId) updated.push(valid);
    });
    ada.client.clearRichPresence();
    await waitFor("the invite to be over", () => updated.length > 0);
    expect(updated).toEqual([false]);
    await expect(ben.client.acceptActivityInvite(over)).rejects.toMatchObject({ result: { status: 400 } });

    await host(ada, ben);
    await ben.client.blockUser(ada.userId);
    await expect(ada.client.sendActivityInvite(ben.userId, "")).rejects.toMatchObject({
      result: { status: 403, errorCode: 50_007 },
    });
  });

  it("without the scope", async () => {
    const [ada, ben] = [await signIn(0, "identify gateway.connect activities.write"), await signIn(1)];
    await ada.client.updateRichPresence(party(1));
    await expect(ada.client.sendActivityInvite(ben.userId, "")).rejects.toMatchObject({
      result: { status: 403, errorCode: 50_026 },
    });
  });
});
