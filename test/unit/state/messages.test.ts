import { describe, expect, it } from "vitest";
import { CONVERSATION_MESSAGES_MAX } from "../../../lib/state/conversation.js";
import { World, type MessageFacts } from "../../../lib/state/index.js";
import { CONVERSATIONS_MAX } from "../../../lib/state/message-store.js";

const user = (id: bigint, username = `user${String(id)}`) => ({
  id,
  username,
  globalName: undefined,
  avatar: undefined,
  isProvisional: false,
});
const said = (id: bigint, change: Partial<MessageFacts> = {}): MessageFacts => ({
  id,
  channelId: 1n,
  channelType: undefined,
  lobbyId: 1n,
  recipientId: undefined,
  author: user(6n),
  mentions: [],
  content: `text ${String(id)}`,
  sentAt: 1000,
  editedAt: 0,
  applicationId: 9n,
  sentFromGame: true,
  additionalName: undefined,
  additionalContent: undefined,
  metadata: undefined,
  moderationMetadata: undefined,
  ...change,
});
const lobby = { id: 1n, metadata: {}, members: [], voiceStates: [] };

function ready(): World {
  const world = new World();
  world.apply({ type: "ready", user: user(5n), lobbies: [lobby] });
  return world;
}
const say = (world: World, ...ids: bigint[]) =>
  ids.flatMap((id) => world.apply({ type: "message", message: said(id) }));
const idsOf = (world: World, limit: number) => world.messages.newest(1n, limit)?.map((one) => one.id);

describe("messages", () => {
  it("are reported once, however often they are announced; later metadata is kept", () => {
    const world = ready();
    expect(say(world, 10n)).toEqual([{ type: "messageCreated", messageId: 10n }]);
    expect(say(world, 10n)).toEqual([]);
    const more = said(10n, { metadata: { a: "b" } });
    expect(world.apply({ type: "message", message: more })).toEqual([
      { type: "messageUpdated", messageId: 10n },
    ]);
    expect(say(world, 10n)).toEqual([]);
    expect(world.messages.get(10n)?.metadata).toEqual({ a: "b" });
    expect(world.users.get(6n)?.username).toBe("user6");
  });

  it("report a change of text or moderation, and nothing without a visible change", () => {
    const world = ready();
    say(world, 10n);
    const edit = (change: Partial<MessageFacts>) =>
      world.apply({ type: "messageEdited", message: said(10n, change) });
    expect(edit({})).toEqual([]);
    expect(edit({ content: "new", editedAt: 5 })).toEqual([{ type: "messageUpdated", messageId: 10n }]);
    expect(edit({ content: "new", editedAt: 5, moderationMetadata: { action: "hide" } })).toHaveLength(1);
    expect(world.messages.get(10n)).toMatchObject({
      content: "new",
      moderationMetadata: { action: "hide" },
    });
    expect(edit({ content: "new", editedAt: 5, moderationMetadata: {} })).toHaveLength(1);
    expect(world.apply({ type: "messageEdited", message: said(99n) })).toEqual([]);
  });

  it("that were removed are reported once, and a late response does not bring them back", () => {
    const world = ready();
    say(world, 10n);
    const remove = () => world.apply({ type: "messageRemoved", messageId: 10n, channelId: 1n });
    expect(remove()).toEqual([{ type: "messageDeleted", messageId: 10n, channelId: 1n }]);
    expect([remove(), say(world, 10n)]).toEqual([[], []]);
    world.apply({ type: "messageHistory", conversationId: 1n, messages: [said(10n)], isWhole: true });
    expect([world.messages.get(10n), idsOf(world, 5)]).toEqual([undefined, []]);
  });

  it("are reported as removed even when they are not known", () => {
    expect(ready().apply({ type: "messageRemoved", messageId: 3n, channelId: 4n })).toEqual([
      { type: "messageDeleted", messageId: 3n, channelId: 4n },
    ]);
  });

  it("that were removed before they were known are not added", () => {
    const world = ready();
    world.apply({ type: "messageRemoved", messageId: 3n, channelId: 1n });
    expect(say(world, 3n)).toEqual([]);
  });

  it("of a linked lobby are in the lobby's conversation, in any channel", () => {
    const world = ready();
    world.apply({ type: "message", message: said(10n, { channelId: 8n }) });
    expect([idsOf(world, 1), world.messages.newest(8n, 1)]).toEqual([[10n], undefined]);
  });

  it("keep the other user when a later payload does not name it", () => {
    const world = ready();
    world.apply({ type: "message", message: said(10n, { recipientId: 6n }) });
    world.apply({ type: "messageEdited", message: said(10n, { content: "new" }) });
    expect(world.messages.get(10n)).toMatchObject({ recipientId: 6n, content: "new" });
  });
});

describe("memory", () => {
  const LAST = BigInt(CONVERSATION_MESSAGES_MAX + 5);
  const many = Array.from({ length: Number(LAST) }, (_, at) => BigInt(at + 1));

  it(`holds the newest ${String(CONVERSATION_MESSAGES_MAX)} of a conversation; a held record sees later changes`, () => {
    const world = ready();
    say(world, 1n);
    const held = world.messages.get(1n);
    say(world, ...many.slice(1));
    expect([world.messages.get(5n), world.messages.get(6n)?.id]).toEqual([undefined, 6n]);
    world.apply({ type: "messageEdited", message: said(1n, { content: "late" }) });
    expect(held?.content).toBe("late");
  });

  it("gives messages only when none can be missing", () => {
    const world = ready();
    expect(idsOf(world, 1)).toBeUndefined();
    say(world, 10n, 11n);
    expect([idsOf(world, 2), idsOf(world, 3)]).toEqual([[11n, 10n], undefined]);
    const older = [said(11n), said(10n), said(3n)];
    world.apply({ type: "messageHistory", conversationId: 1n, messages: older, isWhole: false });
    expect([idsOf(world, 3), idsOf(world, 4)]).toEqual([[11n, 10n, 3n], undefined]);
    world.apply({ type: "messageHistory", conversationId: 1n, messages: older, isWhole: true });
    expect(idsOf(world, 200)).toEqual([11n, 10n, 3n]);
    world.apply({ type: "messageRemoved", messageId: 10n, channelId: 1n });
    expect(idsOf(world, 200)).toEqual([11n, 3n]);
  });

  it("may lack messages after a new session, and after dropping some", () => {
    const world = ready();
    world.apply({ type: "messageHistory", conversationId: 1n, messages: [], isWhole: true });
    expect(idsOf(world, 5)).toEqual([]);
    say(world, 10n);
    world.apply({ type: "ready", user: user(5n), lobbies: [lobby] });
    expect([idsOf(world, 1), world.messages.get(10n)?.id]).toEqual([undefined, 10n]);
    say(world, 12n);
    expect([idsOf(world, 1), idsOf(world, 2)]).toEqual([[12n], undefined]);
    world.apply({ type: "messageHistory", conversationId: 1n, messages: [], isWhole: true });
    say(world, ...many.map((id) => id + 100n));
    expect(idsOf(world, CONVERSATION_MESSAGES_MAX)).toHaveLength(CONVERSATION_MESSAGES_MAX);
    expect(idsOf(world, CONVERSATION_MESSAGES_MAX + 1)).toBeUndefined();
  });

  it("reports which known messages a history changes, and announces no old ones", () => {
    const world = ready();
    say(world, 10n);
    const messages = [said(10n, { content: "edited meanwhile" }), said(9n)];
    expect(world.apply({ type: "messageHistory", conversationId: 1n, messages, isWhole: true })).toEqual([
      { type: "messageUpdated", messageId: 10n },
    ]);
  });

  it(`holds ${String(CONVERSATIONS_MAX)} conversations, and drops the quietest`, () => {
    const world = ready();
    const inLobby = (at: number) => said(BigInt(1000 + at), { channelId: BigInt(at), lobbyId: BigInt(at) });
    for (let at = 1; at <= CONVERSATIONS_MAX + 1; at += 1)
      world.apply({ type: "message", message: inLobby(at) });
    expect([world.messages.get(1001n), world.messages.get(1002n)?.id]).toEqual([undefined, 1002n]);
    const again = { ...inLobby(2), id: 5000n };
    for (const message of [again, inLobby(CONVERSATIONS_MAX + 2)]) world.apply({ type: "message", message });
    expect([world.messages.get(1002n)?.id, world.messages.get(1003n)]).toEqual([1002n, undefined]);
  });

  it("drops a lobby's messages with the lobby, and everything with the client", () => {
    const world = ready();
    say(world, 10n);
    world.apply({ type: "lobbyDeleted", lobbyId: 1n });
    expect(world.messages.get(10n)).toBeUndefined();
    say(world, 11n);
    world.apply({ type: "ready", user: user(5n), lobbies: [lobby] });
    world.apply({ type: "message", message: said(12n) });
    world.apply({ type: "ready", user: user(5n), lobbies: [] });
    expect(world.messages.get(12n)).toBeUndefined();
    world.apply({ type: "cleared" });
    expect(world.messages.find(11n)).toBeUndefined();
  });
});

describe("channels", () => {
  it("are found by id and by the other user; a new session replaces them", () => {
    const world = ready();
    const channel = { id: 20n, type: 1, name: "", recipients: [user(6n, "ben")] };
    world.apply({ type: "channel", channel });
    expect([world.channels.get(20n)?.recipientIds, world.channels.directWith(6n)]).toEqual([[6n], 20n]);
    expect(world.users.get(6n)?.username).toBe("ben");
    world.apply({
      type: "channels",
      channels: [{ id: 21n, type: 3, name: "group", recipients: [user(6n), user(7n)] }],
    });
    expect([world.channels.get(20n), world.channels.directWith(6n), world.channels.get(21n)?.name]).toEqual([
      undefined,
      undefined,
      "group",
    ]);
  });
});

describe("messages that the platform's own app shows", () => {
  it.each<[string, Partial<MessageFacts>, boolean]>([
    ["a lobby's message does not", {}, false],
    ["that of a linked channel does", { channelId: 8n }, true],
    ["a direct message does", { lobbyId: undefined, channelType: 1 }, true],
    ["one that is not stored does not", { lobbyId: undefined, channelType: 18 }, false],
    ["nor a notice of the SDK's own", { lobbyId: undefined, channelType: 1, disclosureType: 3 }, false],
  ])("%s", (_claim, change, expected) => {
    const world = ready();
    world.apply({ type: "message", message: said(10n, change) });
    expect(world.messages.get(10n)?.isStored).toBe(expected);
  });
});
