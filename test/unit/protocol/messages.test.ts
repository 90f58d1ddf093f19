import { describe, expect, it } from "vitest";
import {
  parseChannel,
  parseMessage,
  parseMessageDelete,
  parseMessages,
  parseMessageSummaries,
} from "../../../lib/protocol/index.js";

const author = { id: "5", username: "ada", global_name: "Ada", avatar: null, public_flags: 0 };
const message = (change: object = {}) => ({
  id: "10",
  channel_id: "1",
  author,
  content: "hi",
  timestamp: "2026-01-01T00:00:00.000Z",
  edited_timestamp: null,
  flags: 0,
  ...change,
});

describe("a message", () => {
  it("of a lobby and of two users, with all fields", () => {
    expect(
      parseMessage(
        message({
          lobby_id: "2",
          flags: 65_536,
          edited_timestamp: "2026-01-01T00:00:01+00:00",
          lobby_member: { additional_name: "Zed" },
          metadata: { a: "b", n: 5 },
          moderation_metadata: {},
          application_id: "7",
          mentions: [author, { id: "8" }],
        }),
      ),
    ).toMatchObject({
      id: 10n,
      lobbyId: 2n,
      channelId: 1n,
      author: { id: 5n },
      sentAt: Date.UTC(2026, 0, 1),
      editedAt: Date.UTC(2026, 0, 1, 0, 0, 1),
      sentFromGame: true,
      additionalName: "Zed",
      metadata: { a: "b" },
      moderationMetadata: {},
      applicationId: 7n,
      mentions: [{ id: 5n }],
      isInvite: false,
    });
    expect(parseMessage(message({ channel_type: 18, recipient_id: "6" }))).toMatchObject({
      channelType: 18,
      recipientId: 6n,
      lobbyId: undefined,
      metadata: undefined,
      moderationMetadata: undefined,
      sentFromGame: false,
    });
  });

  it.each<[string, object, boolean]>([
    ["an application sent it", { application_id: "7" }, true],
    ["its flag says so", { flags: 65_536 }, true],
    ["neither", { flags: 4 }, false],
  ])("is from a game: %s", (_claim, change, expected) => {
    expect(parseMessage(message(change))?.sentFromGame).toBe(expected);
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a list", []],
    ["no id", message({ id: "x" })],
    ["no author", message({ author: { id: "5" } })],
    ["no place", message({ channel_id: undefined })],
  ])("is rejected: %s", (_claim, value) => {
    expect(parseMessage(value)).toBeUndefined();
  });

  it("belongs to its lobby without a channel; bad times are 0", () => {
    expect(parseMessage(message({ channel_id: null, lobby_id: "2", timestamp: "soon" }))).toMatchObject({
      channelId: 2n,
      sentAt: 0,
    });
  });

  it.each<[string, object, object | undefined]>([
    ["nothing more", {}, undefined],
    ["empty lists", { attachments: [], embeds: [], components: [], sticker_items: [] }, undefined],
    ["pictures", { attachments: [{}, {}] }, { kind: "Attachment", count: 2, title: undefined }],
    ["a voice message", { attachments: [{}], flags: 8192 }, { kind: "VoiceMessage", count: 1 }],
    ["a poll", { poll: { question: { text: "Tea?" } }, embeds: [{}] }, { kind: "Poll", title: "Tea?" }],
    ["a thread", { thread: { name: "Talk" } }, { kind: "Thread", title: "Talk", count: 1 }],
    ["a sticker before a link's embed", { sticker_items: [{}], embeds: [{}] }, { kind: "Sticker" }],
    ["a link's embed", { embeds: [{}] }, { kind: "Embed", count: 1 }],
    ["buttons", { components: [{}] }, { kind: "Other", count: 1 }],
  ])("carries %s", (_claim, change, expected) => {
    const content = parseMessage(message(change))?.additionalContent;
    if (expected === undefined) expect(content).toBeUndefined();
    else expect(content).toMatchObject(expected);
  });
});

describe("lists and events", () => {
  it("a bad entry does not invalidate the rest; anything but a list is rejected", () => {
    expect(parseMessages([message(), {}, message({ id: "11" })])?.map((one) => one.id)).toEqual([10n, 11n]);
    expect([parseMessages({}), parseMessageSummaries(null)]).toEqual([undefined, undefined]);
    expect(parseMessageSummaries([{ user_id: "1", last_message_id: "2" }, { user_id: "1" }])).toEqual([
      { userId: 1n, lastMessageId: 2n },
    ]);
  });

  it("a deletion names a lobby or a channel", () => {
    expect(parseMessageDelete({ id: "1", lobby_id: "2" })).toEqual({ messageId: 1n, channelId: 2n });
    expect(parseMessageDelete({ id: "1", channel_id: "3" })).toEqual({ messageId: 1n, channelId: 3n });
    expect([parseMessageDelete({ id: "1" }), parseMessageDelete([])]).toEqual([undefined, undefined]);
  });

  it("a channel with its recipients", () => {
    expect(parseChannel({ id: "1", type: 1, recipients: [author, {}] })).toMatchObject({
      id: 1n,
      type: 1,
      name: "",
      recipients: [{ id: 5n }],
    });
    expect([parseChannel({ id: "1" }), parseChannel({ type: 1 })]).toEqual([undefined, undefined]);
  });
});
