import { startPlatform, type Platform } from "@sdkpp/platform";
import { ChannelType, type ClientHostOptions } from "sdkpp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { enterLobby, messageNews, type Player } from "../support/players.js";
import { waitFor } from "../support/wait-for.js";

let platform: Platform;
let rooms = 0;
const players: Player[] = [];

beforeAll(async () => {
  platform = await startPlatform({ enforceRateLimits: false });
});

afterAll(() => platform.stop());

afterEach(() => {
  for (const { client } of players.splice(0)) client.destroy();
});

/** A player in the lobby of this test, with what its callbacks were told. */
async function enter(which: 0 | 1, host: ClientHostOptions = {}) {
  const player = await enterLobby(platform, platform.seeded.userIds[which], `chat ${String(rooms)}`, host);
  players.push(player);
  return { ...player, ...messageNews(player) };
}

async function both() {
  rooms += 1;
  return { ada: await enter(0), ben: await enter(1) };
}

describe("two players in a lobby", () => {
  it("read each other's messages, with names, metadata and moderation", async () => {
    const { ada, ben } = await both();
    const content = `hello <@${String(ben.userId)}> <:wave:123>`;
    const { messageId } = await ada.client.sendLobbyMessageWithMetadata(ada.lobbyId, content, {
      mood: "good",
    });
    await waitFor("Ben to read it", () => ben.created.length === 1);
    expect(ben.created).toEqual([messageId]);
    const read = ben.client.getMessageHandle(messageId);
    expect(read).toMatchObject({
      id: messageId,
      content: "hello @Ben :wave:",
      rawContent: content,
      authorId: ada.userId,
      channelId: ada.lobbyId,
      recipientId: 0n,
      editedTimestamp: 0n,
      sentFromGame: true,
      applicationId: BigInt(platform.seeded.applicationId),
      additionalContent: undefined,
      disclosureType: undefined,
    });
    expect(read?.author?.displayName).toBe("Ada");
    expect(read?.lobby?.id).toBe(ben.lobbyId);
    expect(read?.channel).toMatchObject({ id: ben.lobbyId, type: ChannelType.Lobby, recipients: [] });
    expect({ ...read?.metadata }).toEqual({ mood: "good" });
    expect(Math.abs(Number(read?.sentTimestamp) - Date.now())).toBeLessThan(60_000);
    await waitFor("Ada to be told of her own", () => ada.created.length === 1);
    expect(ada.created).toEqual([messageId]);
  });

  it("get the history again after a rejoin, newest first; not in between", async () => {
    const { ada, ben } = await both();
    for (const text of ["one", "two", "three"]) await ada.client.sendLobbyMessage(ada.lobbyId, text);
    await ben.client.leaveLobby(ben.lobbyId);
    await expect(ben.client.getLobbyMessagesWithLimit(ben.lobbyId, 10)).rejects.toMatchObject({
      result: { status: 403, errorCode: 50_001 },
    });
    await ada.client.sendLobbyMessage(ada.lobbyId, "four");
    const again = await ben.client.createOrJoinLobby(`chat ${String(rooms)}`);
    const { messages } = await ben.client.getLobbyMessagesWithLimit(again.lobbyId, 3);
    expect(messages.map((one) => one.content)).toEqual(["four", "three", "two"]);
    expect(ben.client.getMessageHandle(messages[0]?.id ?? 0n)?.content).toBe("four");
  });

  it("miss nothing and read nothing twice when the connection is cut in the middle", async () => {
    const { ada, ben } = await both();
    const sent: bigint[] = [];
    for (let n = 0; n < 12; n += 1) {
      if (n % 4 === 2) platform.control.gateway.close(platform.seeded.userIds[1], "reset");
      sent.push((await ada.client.sendLobbyMessage(ada.lobbyId, `number ${String(n)}`)).messageId);
    }
    await waitFor("Ben to have read all", () => ben.created.length >= sent.length);
    expect(ben.created).toEqual(sent);
  });
});
