import { describe, expect, it } from "vitest";
import {
  AdditionalContent,
  AdditionalContentType,
  ChannelHandle,
  ChannelType,
  type ClientResultError,
  ErrorType,
  MessageHandle,
  UserMessageSummary,
  type Client,
  type ClientResult,
} from "../../../lib/index.js";
import { lobby, OWN_ID, Scene, user } from "./scene.js";

const message = (id: string, change: object = {}): object => ({
  id,
  type: 0,
  channel_id: "9",
  lobby_id: "9",
  author: user("7"),
  content: "hi",
  timestamp: "2026-01-01T00:00:00.000Z",
  edited_timestamp: null,
  flags: 65_536,
  application_id: "1",
  ...change,
});
const direct = (id: string, change: object = {}): object =>
  message(id, { channel_id: "30", lobby_id: undefined, channel_type: 1, ...change });
const channel = { id: "30", type: 1, flags: 0, last_message_id: null, recipients: [user("7")] };

async function begin(ready: object = {}): Promise<Scene> {
  const scene = new Scene();
  await scene.ready({ lobbies: [lobby("9")], private_channels: [channel], ...ready });
  scene.requests.length = 0;
  return scene;
}

const idsOf = (messages: MessageHandle[]): bigint[] => messages.map((one) => one.id);

describe("history with a user", () => {
  const GET = "GET /users/7/messages";
  const list = async ({ client }: Scene, limit: number): Promise<bigint[]> =>
    idsOf((await client.getUserMessagesWithLimit(7n, limit)).messages);

  it("comes from memory when it has enough, newest first", async () => {
    const scene = await begin();
    for (const id of ["100", "101"]) scene.dispatch("MESSAGE_CREATE", direct(id));
    await scene.turn();
    expect([await list(scene, 2), scene.requests]).toEqual([[101n, 100n], []]);
    scene.answers.set(GET, { body: [direct("100"), direct("101"), direct("99")] });
    expect(await list(scene, 3)).toEqual([101n, 100n, 99n]);
    expect(await list(scene, 4)).toEqual([101n, 100n, 99n]);
    expect(await list(scene, 5)).toEqual([101n, 100n, 99n]);
    // Three of three may not be all; three of four are.
    expect(scene.requests.map(({ query }) => query)).toEqual(["?limit=3", "?limit=4"]);
  });

  it("requests the maximum when the limit is 0 or less", async () => {
    const scene = await begin();
    scene.answers.set(GET, { status: 404, body: { code: 10_003, message: "Unknown Channel" } });
    for (const limit of [0, -1])
      await expect(list(scene, limit)).rejects.toMatchObject({ code: "HTTPError" });
    expect(scene.requests.map(({ query }) => query)).toEqual(["?limit=200", "?limit=200"]);
  });

  it("of a conversation that is not stored is in memory under the other user's id", async () => {
    const scene = await begin({ private_channels: [] });
    const passing = { channel_id: "7", recipient_id: "7", channel_type: 18 };
    scene.dispatch("MESSAGE_CREATE", direct("100", passing));
    await scene.turn();
    expect([await list(scene, 1), scene.requests]).toEqual([[100n], []]);
  });
});

describe("when sending has completed", () => {
  it("the handle has the metadata, although no event has arrived", async () => {
    const scene = await begin();
    scene.answers.set("POST /lobbies/9/messages", { status: 201, body: message("100") });
    await scene.client.sendLobbyMessageWithMetadata(9n, "hi", { a: "b" });
    const handle = scene.client.getMessageHandle(100n);
    expect([handle?.metadata["a"], handle?.applicationId]).toEqual(["b", 1n]);
  });

  it("the channel that a first message opened is known", async () => {
    const scene = await begin({ private_channels: [] });
    scene.answers.set("POST /users/7/messages", { body: direct("100") });
    const order: unknown[] = [];
    scene.client.setMessageCreatedCallback((id) => {
      order.push(scene.client.getMessageHandle(id)?.channel?.recipients);
    });
    const promise = scene.client.sendUserMessage(7n, "hi");
    await scene.turn();
    expect(order).toEqual([]);
    scene.dispatch("CHANNEL_CREATE", channel);
    await promise;
    await scene.turn();
    expect(order).toEqual([[7n]]);
  });
});

describe("arguments", () => {
  const tooMany = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [String(at), ""]));
  it.each<[string, (client: Client) => unknown, string]>([
    ["no text", (c) => c.sendLobbyMessage(9n, ""), "content: expected 1 to 2000 characters, received 0"],
    ["an empty edit", (c) => c.editUserMessage(7n, 1n, ""), "content: expected 1 to 2000"],
    [
      "limit 201",
      (c) => c.getUserMessagesWithLimit(7n, 201),
      "limit: expected 1 to 200, or 0 for as many as there are, received 201",
    ],
    ["half a limit", (c) => c.getLobbyMessagesWithLimit(9n, 1.5), "limit: expected an integer"],
    [
      "too many pairs",
      (c) => c.sendLobbyMessageWithMetadata(9n, "x", tooMany),
      "metadata: expected at most 25 keys, received 26",
    ],
    [
      "too long a key",
      (c) => c.sendUserMessageWithMetadata(7n, "x", { ["a".repeat(1025)]: "" }),
      "metadata: a key: expected 0 to 1024 characters, received 1025",
    ],
    [
      "a value that is no text",
      (c) => c.sendLobbyMessageWithMetadata(9n, "x", { a: 5 } as never),
      "metadata.a: expected a string",
    ],
  ])("ValidationError that names field and limit, nothing sent: %s", async (_claim, start, text) => {
    const scene = await begin();
    const error = await (start(scene.client) as Promise<unknown>).catch((reason: unknown) => reason);
    expect((error as ClientResultError).result).toMatchObject({
      type: ErrorType.ValidationError,
      error: expect.stringContaining(text) as unknown,
    });
    expect(scene.requests).toEqual([]);
  });

  it("a response that is not a message, or not a list, is a NetworkError", async () => {
    const scene = await begin();
    for (const request of ["POST /lobbies/9/messages", "GET /lobbies/9/messages"])
      scene.answers.set(request, { body: { id: "x" } });
    scene.answers.set("GET /partner-sdk/users/@me/channels", { body: {} });
    const { client } = scene;
    await expect(client.sendLobbyMessage(9n, "x")).rejects.toMatchObject({ code: "NetworkError" });
    await expect(client.getLobbyMessagesWithLimit(9n, 1)).rejects.toMatchObject({ code: "NetworkError" });
    await expect(client.getUserMessageSummaries()).rejects.toMatchObject({ code: "NetworkError" });
  });
});

describe("a message's handle", () => {
  it("shows later changes, and gives defaults after the client's end", async () => {
    const scene = await begin();
    const reported: unknown[] = [];
    scene.client.setMessageCreatedCallback((id) => reported.push(["created", id]));
    scene.client.setMessageUpdatedCallback((id) => reported.push(["updated", id]));
    scene.client.setMessageDeletedCallback((id, place) => reported.push(["deleted", id, place]));
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("100", { lobby_member: { additional_name: "Zed" } }));
    await scene.turn();
    const handle = scene.client.getMessageHandle("100");
    expect(handle).toMatchObject({ content: "hi", additionalName: "Zed", sentTimestamp: 1_767_225_600_000n });
    scene.dispatch(
      "LOBBY_MESSAGE_UPDATE",
      message("100", { content: "ho", moderation_metadata: { a: "b" } }),
    );
    scene.dispatch("LOBBY_MESSAGE_DELETE", { id: "100", lobby_id: "9" });
    await scene.turn();
    expect(reported).toEqual([
      ["created", 100n],
      ["updated", 100n],
      ["deleted", 100n, 9n],
    ]);
    expect([handle?.content, handle?.moderationMetadata["a"]]).toEqual(["ho", "b"]);
    expect(scene.client.getMessageHandle(100n)).toBeUndefined();
    scene.client.destroy();
    expect(handle).toMatchObject({ content: "", rawContent: "", id: 0n, authorId: 0n, channelId: 0n });
    expect(handle).toMatchObject({ sentTimestamp: 0n, editedTimestamp: 0n, sentFromGame: false });
    expect([handle?.author, handle?.lobby, handle?.channel, handle?.recipient]).toEqual(
      Array(4).fill(undefined),
    );
    expect([handle?.isValid(), { ...handle?.metadata }, handle?.recipientId]).toEqual([false, {}, 0n]);
  });

  it("renders markup with current names; markup without a name stays", async () => {
    const scene = await begin();
    const content = "<@7> <@!8> <@404> <#9> <:smile:1> <a:dance:2> <@&5> <@x>";
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("100", { content, mentions: [user("8")] }));
    await scene.turn();
    const handle = scene.client.getMessageHandle(100n);
    expect(handle?.content).toBe("@user7 @user8 <@404> <#9> :smile: :dance: <@&5> <@x>");
    expect(handle?.rawContent).toBe(content);
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("101", { author: user("7", { global_name: "Gem" }) }));
    await scene.turn();
    expect(handle?.content).toContain("@Gem ");
  });

  it("reports content that cannot be shown", async () => {
    const scene = await begin();
    scene.dispatch("MESSAGE_CREATE", direct("100", { poll: { question: { text: "Tea?" } }, content: "" }));
    await scene.turn();
    const content = scene.client.getMessageHandle(100n)?.additionalContent;
    expect(content).toMatchObject({ type: AdditionalContentType.Poll, title: "Tea?", count: 1 });
    expect(scene.client.getMessageHandle(100n)?.content).toBe("");
  });

  it("of the player's own direct message names the other user", async () => {
    const scene = await begin();
    scene.dispatch("MESSAGE_CREATE", direct("100", { author: user(OWN_ID) }));
    await scene.turn();
    const handle = scene.client.getMessageHandle(100n);
    expect([handle?.recipientId, handle?.recipient?.username, handle?.authorId]).toEqual([7n, "user7", 5n]);
  });

  it("is not created for invites, guild messages or malformed events", async () => {
    const scene = await begin();
    const reported: bigint[] = [];
    scene.client.setMessageCreatedCallback((id) => reported.push(id));
    scene.dispatch("MESSAGE_CREATE", direct("100", { activity: { type: 1 } }));
    scene.dispatch("MESSAGE_CREATE", direct("101", { guild_id: "4" }));
    scene.dispatch("CHANNEL_CREATE", { ...channel, id: "31", guild_id: "4" });
    scene.dispatch("MESSAGE_CREATE", { id: "102" });
    await scene.turn();
    expect([reported, scene.client.getChannelHandle(31n)]).toEqual([[], undefined]);
    expect(scene.logs.filter((line) => line.includes("malformed MESSAGE_CREATE"))).toHaveLength(1);
  });

  it("can be copied, moved and assigned; nullobj stays unchanged", async () => {
    const scene = await begin();
    scene.dispatch("LOBBY_MESSAGE_CREATE", message("100"));
    await scene.turn();
    const handle = scene.client.getMessageHandle(100n);
    if (handle === undefined) throw new Error("no handle");
    const moved = MessageHandle.moveFrom(handle.clone());
    expect([moved.id, handle.isValid()]).toEqual([100n, true]);
    expect([MessageHandle.nullobj.isValid(), MessageHandle.nullobj.content]).toEqual([false, ""]);
    expect(() => MessageHandle.nullobj.assign(moved)).toThrow("nullobj");
  });
});

describe("channels", () => {
  it("are lobbies and stored conversations: live, and gone with them", async () => {
    const scene = await begin();
    const dm = scene.client.getChannelHandle(30n);
    expect(dm).toMatchObject({ id: 30n, type: ChannelType.Dm, recipients: [7n], name: "" });
    const room = scene.client.getChannelHandle("9");
    expect(room).toMatchObject({ id: 9n, type: ChannelType.Lobby, recipients: [] });
    scene.dispatch("LOBBY_DELETE", { id: "9", reason: "removed" });
    await scene.turn();
    expect([room?.isValid(), room?.id, scene.client.getChannelHandle(9n)]).toEqual([false, 0n, undefined]);
    scene.dispatch("CHANNEL_CREATE", { ...channel, id: "31", recipients: [user("8")] });
    await scene.turn();
    expect(scene.client.getChannelHandle(31n)?.recipients).toEqual([8n]);
    scene.client.destroy();
    expect([dm?.isValid(), dm?.recipients, ChannelHandle.nullobj.type]).toEqual([false, [], 0]);
  });
});

describe("opening a message in the platform's own app", () => {
  const open = async (change: object) => {
    const opened: string[] = [];
    const scene = new Scene({ openUrl: async (url) => void opened.push(url) });
    await scene.ready({ private_channels: [channel] });
    scene.dispatch("MESSAGE_CREATE", direct("100", change));
    await scene.turn();
    const merges: string[] = [];
    const promise = scene.client.openMessageInDiscord(100n, () => merges.push("merge"));
    const code = await promise.then(
      () => "opened",
      (error: unknown) => (error as ClientResultError).code,
    );
    await scene.turn();
    return { opened, merges, code, can: scene.client.canOpenMessageInDiscord(100n) };
  };

  it("passes its address to the system", async () => {
    expect(await open({})).toEqual({
      opened: ["http://127.0.0.1:1/channels/@me/30/100"],
      merges: [],
      code: "opened",
      can: true,
    });
  });

  it("is rejected for a message that is not stored", async () => {
    const unstored = await open({ channel_id: "7", recipient_id: "7", channel_type: 18 });
    expect(unstored).toEqual({ opened: [], merges: [], code: "ValidationError", can: false });
  });

  it("in callback form, of an unknown message", async () => {
    const scene = await begin();
    const results: ClientResult[] = [];
    scene.client.openMessageInDiscord(404n, undefined, (result) => results.push(result));
    await scene.turn();
    await scene.turn();
    expect(results[0]).toMatchObject({ successful: false, type: ErrorType.ValidationError });
  });
});

describe("the notice that messages can be seen outside the game", () => {
  const PATH = "/applications/1/disclosures";
  const reported = async (scene: Scene): Promise<unknown[]> => {
    const notices: unknown[] = [];
    scene.client.setMessageCreatedCallback((id) => {
      const type = scene.client.getMessageHandle(id)?.disclosureType;
      if (type !== undefined) notices.push(type);
    });
    for (let turn = 0; turn < 4; turn += 1) await scene.turn();
    return notices;
  };
  const send = async (
    acked: unknown,
    sent = direct("100"),
  ): Promise<{ scene: Scene; notices: unknown[] }> => {
    const scene = await begin();
    scene.answers.set("POST /users/7/messages", { body: sent });
    scene.answers.set(`GET ${PATH}`, { body: { disclosures: [3], acked_disclosures: acked } });
    scene.answers.set(`POST ${PATH}`, { body: {} });
    const notices = reported(scene);
    await scene.client.sendUserMessage(7n, "hi");
    return { scene, notices: await notices };
  };

  it("follows the first message, and is acknowledged to the platform", async () => {
    const { scene, notices } = await send([1]);
    expect(notices).toEqual([3]);
    const { method, path, body } = scene.requests.at(-1) ?? {};
    expect([method, path, JSON.parse(body ?? "null")]).toEqual(["POST", PATH, { disclosures: [3] }]);
    await scene.client.sendUserMessage(7n, "more");
    expect(scene.requests.filter((one) => one.path === PATH)).toHaveLength(2);
    // The next id may be another message's: the notice has not taken it.
    expect(scene.client.getMessageHandle(101n)).toBeUndefined();
  });

  it.each<[string, unknown, object]>([
    ["who was informed before", [3], direct("100")],
    ["when the answer does not say", "?", direct("100")],
    ["for what is not stored", [], direct("100", { channel_type: 18, channel_id: "7" })],
  ])("is not added: %s", async (_claim, acked, sent) => {
    const { scene, notices } = await send(acked, sent);
    expect(notices).toEqual([]);
    expect(scene.requests.some(({ method, path }) => method === "POST" && path === PATH)).toBe(false);
  });

  it("does not delay the sender when the platform does not know it", async () => {
    const scene = await begin();
    scene.answers.set("POST /users/7/messages", { body: direct("100") });
    const notices = reported(scene);
    expect((await scene.client.sendUserMessage(7n, "hi")).messageId).toBe(100n);
    expect(await notices).toEqual([]);
  });
});

describe("value objects", () => {
  it("AdditionalContent: copies are independent, equality is by all fields", () => {
    const one = new AdditionalContent();
    expect(one).toMatchObject({ type: AdditionalContentType.Other, title: undefined, count: 0 });
    one.setType(AdditionalContentType.Thread);
    one.setTitle("Talk");
    one.setCount(2);
    const two = one.clone();
    expect(one.equals(two)).toBe(true);
    two.count = 3;
    expect([one.equals(two), one.count]).toEqual([false, 2]);
    expect(AdditionalContent.typeToString(AdditionalContentType.VoiceMessage)).toBe("VoiceMessage");
    expect([AdditionalContent.moveFrom(one).title, one.isValid()]).toEqual(["Talk", false]);
    expect(AdditionalContent.nullobj.isValid()).toBe(false);
  });

  it("UserMessageSummary: nullobj has the defaults", () => {
    const { nullobj } = UserMessageSummary;
    expect([nullobj.isValid(), nullobj.userId, nullobj.lastMessageId]).toEqual([false, 0n, 0n]);
    expect(nullobj.clone().isValid()).toBe(false);
  });
});
