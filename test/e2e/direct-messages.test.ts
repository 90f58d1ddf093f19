import { startPlatform, type Platform } from "@sdkpp/platform";
import { ChannelType, Client, DisclosureTypes, type ClientHostOptions } from "sdkpp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { enterLobby, messageNews, type Player } from "../support/players.js";
import { waitFor } from "../support/wait-for.js";

let platform: Platform;
const players: Player[] = [];

beforeEach(async () => {
  platform = await startPlatform();
});

afterEach(async () => {
  for (const { client } of players.splice(0)) client.destroy();
  await platform.stop();
});

/** A player with what its callbacks were told. */
async function enter(which: 0 | 1, host: ClientHostOptions = {}) {
  const player = await enterLobby(platform, platform.seeded.userIds[which], "room", host);
  players.push(player);
  return { ...player, ...messageNews(player) };
}

async function friends(host: ClientHostOptions = {}) {
  platform.control.users.makeFriends(...platform.seeded.userIds);
  return { ada: await enter(0), ben: await enter(1, host) };
}

describe("two friends", () => {
  it("write to each other; edits and deletions reach the handles the other holds", async () => {
    const { ada, ben } = await friends();
    const { messageId } = await ada.client.sendUserMessageWithMetadata(ben.userId, "hi", { a: "b" });
    await waitFor("Ben to read it", () => ben.created.length === 1);
    const held = ben.client.getMessageHandle(messageId);
    expect(held).toMatchObject({
      content: "hi",
      authorId: ada.userId,
      recipientId: ada.userId,
      sentFromGame: true,
      lobby: undefined,
      editedTimestamp: 0n,
    });
    expect(held?.recipient?.displayName).toBe("Ada");
    expect(held?.metadata["a"]).toBe("b");
    expect(held?.channel).toMatchObject({ type: ChannelType.Dm, recipients: [ada.userId], name: "" });
    expect(ada.client.getMessageHandle(messageId)?.recipientId).toBe(ben.userId);
    expect(ben.client.canOpenMessageInDiscord(messageId)).toBe(true);

    await ada.client.editUserMessage(ben.userId, messageId, "hello");
    expect(ada.client.getMessageHandle(messageId)?.content).toBe("hello");
    await waitFor("Ben to be told", () => ben.updated.length === 1);
    expect([held?.content, held?.metadata["a"]]).toEqual(["hello", "b"]);
    expect(held?.editedTimestamp).toBeGreaterThan(0n);

    await ada.client.deleteUserMessage(ben.userId, messageId);
    await waitFor("both to be told", () => ben.deleted.length === 1 && ada.deleted.length === 1);
    expect(ben.deleted).toEqual([[messageId, held?.channelId]]);
    expect([ben.client.getMessageHandle(messageId), held?.content]).toEqual([undefined, "hello"]);
    expect([ada.created[0], ada.updated, ben.created]).toEqual([messageId, [messageId], [messageId]]);
  });

  it("get the disclosure once, and only players who write get it", async () => {
    platform.control.users.makeFriends(...platform.seeded.userIds);
    let isAcknowledged = false;
    const ada = await enter(0, {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        isAcknowledged ||= init?.method === "POST" && String(input).endsWith("/disclosures");
        return response;
      },
    });
    const ben = await enter(1);
    const { messageId } = await ada.client.sendUserMessage(ben.userId, "hi");
    // A client that goes before the platform knows is told again: rather twice than never.
    await waitFor("Ada to be told", () => ada.created.length === 2 && isAcknowledged);
    const notice = ada.client.getMessageHandle(ada.created[1] ?? 0n);
    expect(notice).toMatchObject({
      disclosureType: DisclosureTypes.MessageDataVisibleOnDiscord,
      channelId: ada.client.getMessageHandle(messageId)?.channelId,
      authorId: ada.userId,
      sentFromGame: false,
    });
    expect(ada.client.canOpenMessageInDiscord(notice?.id ?? 0n)).toBe(false);
    const { messages } = await ada.client.getUserMessagesWithLimit(ben.userId, 2);
    expect(messages.map(({ id }) => id)).toEqual([notice?.id, messageId]);
    ada.client.destroy();
    const again = await enter(0);
    const later = [];
    for (const text of ["still here", "and more"])
      later.push((await again.client.sendUserMessage(ben.userId, text)).messageId);
    await waitFor("both to have read all", () => ben.created.length === 3 && again.created.length === 2);
    expect([again.created, ben.created]).toEqual([later, [messageId, ...later]]);
  });

  it("find channel, history and summary again after coming back", async () => {
    const { ada, ben } = await friends();
    ben.client.destroy();
    const { messageId } = await ada.client.sendUserMessage(ben.userId, "while you were away");
    const back = await enter(1);
    const { summaries } = await back.client.getUserMessageSummaries();
    expect(summaries.map(({ userId, lastMessageId }) => [userId, lastMessageId])).toEqual([
      [ada.userId, messageId],
    ]);
    expect(back.client.getMessageHandle(messageId)).toBeUndefined();
    const { messages } = await back.client.getUserMessagesWithLimit(ada.userId, 25);
    expect(messages.map((one) => one.content)).toEqual(["while you were away"]);
    expect(back.client.getMessageHandle(messageId)?.channel?.recipients).toEqual([ada.userId]);
    expect(back.created).toEqual([]);
  });

  it("miss nothing when a connection is cut, and fetch again after a new session", async () => {
    const { ada, ben } = await friends();
    const [, benId] = platform.seeded.userIds;
    await ada.client.sendUserMessage(ben.userId, "one");
    platform.control.gateway.close(benId, "reset");
    await ada.client.sendUserMessage(ben.userId, "two");
    await waitFor("Ben to have read both", () => ben.created.length === 2);
    // Replayed events come before the word that this was all: the end of the first cut is not that of the second.
    await waitFor("Ben to be back", () => ben.client.getStatus() === Client.Status.Ready);
    const statuses: number[] = [];
    ben.client.setStatusChangedCallback((status) => statuses.push(status));
    platform.control.gateway.invalidate(benId, false);
    await ada.client.sendUserMessage(ben.userId, "three");
    await waitFor("Ben to be ready again", () => statuses.at(-1) === Client.Status.Ready);
    const { messages } = await ben.client.getUserMessagesWithLimit(ada.userId, 1);
    expect(messages.map((one) => one.content)).toEqual(["three"]);
  });
});

describe("two players who share only the game", () => {
  it("exchange messages under the other's id that are stored nowhere", async () => {
    const ada = await enter(0);
    const ben = await enter(1);
    const { messageId } = await ada.client.sendUserMessage(ben.userId, "hi");
    await waitFor("Ben to read it", () => ben.created.length === 1);
    const read = ben.client.getMessageHandle(messageId);
    expect(read).toMatchObject({ channelId: ada.userId, recipientId: ada.userId, channel: undefined });
    expect(ben.client.getChannelHandle(ada.userId)).toBeUndefined();
    expect(ben.client.canOpenMessageInDiscord(messageId)).toBe(false);
    expect(ada.client.getMessageHandle(messageId)?.channelId).toBe(ben.userId);
    const { messages } = await ben.client.getUserMessagesWithLimit(ada.userId, 1);
    expect(messages.map((one) => one.id)).toEqual([messageId]);
  });
});
