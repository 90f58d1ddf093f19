// Messages of lobbies, friends and servers, and who may read how many of them.
import type { Client } from "sdkpp";
import { GatewayIntent, LobbyMemberFlag, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import { waitFor } from "../support/wait-for.js";
import { answer, drop, set, unwrap } from "./change.js";
import { row } from "./row.js";
import { scene, type Account } from "./scene.js";

const at = scene();

/** A lobby of the game's server. @returns its id */
async function lobbyOf(members: readonly object[]): Promise<string> {
  const { status, body } = await at.ask(at.bot, "POST /lobbies", { members });
  expect(status).toBe(201);
  return String(body["id"]);
}

/** A message in a lobby. @returns its id */
async function say(who: Account, lobbyId: string, content: string, more: object = {}): Promise<string> {
  const line = `POST /lobbies/${lobbyId}/messages`;
  const { status, body } = await at.ask(who.authorization, line, { content, ...more });
  expect(status).toBe(201);
  return String(body["id"]);
}

const read = (client: Client, id: string) => client.getMessageHandle(id);

row(
  17,
  unwrap(
    "platform/domain/reactions/message/lobby-message-events.ts",
    "lobbyMessageChanged",
    "withModeration",
  ),
  async () => {
    const [ada, ben] = [at.user("ada"), at.user("ben")];
    const lobbyId = await lobbyOf([{ id: ada.id }, { id: ben.id }]);
    const reader = await at.client(ben);
    const id = await say(ada, lobbyId, "rude words");
    await waitFor("the message", () => read(reader, id) !== undefined);
    const line = `PUT /lobbies/${lobbyId}/messages/${id}/moderation-metadata`;
    const verdict = { action: "blur", reason: "language" };
    expect((await at.ask(at.bot, line, verdict)).status).toBe(204);
    await waitFor("the verdict", () => read(reader, id)?.moderationMetadata["action"] === "blur");
    expect({ ...read(reader, id)!.moderationMetadata }).toEqual(verdict);
    const six = Object.fromEntries(Array.from({ length: 6 }, (_, key) => [`key ${String(key)}`, ""]));
    for (const wrong of [six, { a: "x".repeat(2001) }, { ["k".repeat(1025)]: "" }])
      expect(await at.ask(at.bot, line, wrong)).toMatchObject({ status: 400, body: { code: 50_035 } });
    await at.ask(ada.authorization, `PATCH /lobbies/${lobbyId}/messages/${id}`, { content: "kind words" });
    await waitFor("the edit", () => read(reader, id)?.content === "kind words");
    expect({ ...read(reader, id)!.moderationMetadata }).toEqual({});
  },
);

row(18, set("lib/protocol/payloads/message.ts", "originOf.additionalName", undefined), async () => {
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  const lobbyId = await lobbyOf([{ id: ada.id }, { id: ben.id }]);
  const named = { additional_name: "Sir Ada" };
  await at.ask(at.bot, `PUT /lobbies/${lobbyId}/members/${ada.id}`, named);
  const reader = await at.client(ben);
  const [first, second] = [await say(ada, lobbyId, "hello"), await say(ben, lobbyId, "hello")];
  await waitFor("both messages", () => read(reader, second) !== undefined);
  expect([first, second].map((id) => read(reader, id)?.additionalName)).toEqual(["Sir Ada", undefined]);
  // The game's server gives it to a new member as well, when it adds it or makes the lobby.
  const cyd = at.user("cyd");
  await at.ask(at.bot, `PUT /lobbies/${lobbyId}/members/${cyd.id}`, { additional_name: "Sir Cyd" });
  const made = await lobbyOf([{ id: cyd.id, additional_name: "Cyd the Brave" }]);
  for (const [lobby, name] of [
    [lobbyId, "Sir Cyd"],
    [made, "Cyd the Brave"],
  ] as const) {
    const { body } = await at.ask(cyd.authorization, `POST /lobbies/${lobby}/messages`, { content: "I" });
    expect(body["lobby_member"]).toEqual({ additional_name: name });
  }
  for (const length of [0, 81]) {
    const body = { additional_name: "x".repeat(length) };
    const line = `PUT /lobbies/${lobbyId}/members/${ada.id}`;
    expect(await at.ask(at.bot, line, body)).toMatchObject({ status: 400, body: { code: 50_035 } });
  }
  // A client has no way to set it.
  const joined = await at.ask(ben.authorization, "PUT /lobbies", { secret: "own name", ...named });
  const own = String(joined.body["id"]);
  const line = `POST /lobbies/${own}/messages`;
  const said = await at.ask(ben.authorization, line, { content: "mine", ...named });
  expect(said.status).toBe(201);
  expect(said.body["lobby_member"]).toBeUndefined();
});

row(19, set("lib/protocol/payloads/message.ts", "originOf.applicationId", undefined), async () => {
  const { control, seeded } = at.platform;
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  control.users.makeFriends(ada.id, ben.id);
  const publisher = control.applications.create({ name: "Publisher" }).id;
  const other = control.applications.create({ name: "Other Game" });
  for (const game of [seeded.applicationId, other.id]) control.applications.setParent(game, publisher);
  const reader = await at.client(ben);
  const [here, there] = [await at.client(ada), await at.client(ada, undefined, {}, other.id)];
  const ids = [
    (await here.sendUserMessage(ben.id, "from this game")).messageId,
    (await there.sendUserMessage(ben.id, "from the other game")).messageId,
  ];
  await waitFor("both messages", () => ids.every((id) => reader.getMessageHandle(id) !== undefined));
  expect(ids.map((id) => reader.getMessageHandle(id)?.applicationId)).toEqual(
    [seeded.applicationId, other.id].map(BigInt),
  );
  for (const game of [seeded.applicationId, other.id]) control.applications.setParent(game, null);
});

row(
  83,
  drop("platform/domain/reactions/message/lobby-message-events.ts", "lobbyMessagePosted", "metadata"),
  async () => {
    const [ada, ben, eve] = [at.user("ada"), at.user("ben"), at.user("eve")];
    const lobbyId = await lobbyOf([{ id: ada.id }, { id: ben.id }]);
    const wire = await at.playerSession(ben);
    const line = `POST /lobbies/${lobbyId}/messages`;
    const message = { content: "to all", metadata: { color: "red" } };
    expect(await at.ask(ada.authorization, line, message)).toMatchObject({
      status: 201,
      body: { content: "to all" },
    });
    expect(await wire.event("LOBBY_MESSAGE_CREATE")).toMatchObject({
      content: "to all",
      lobby_id: lobbyId,
      metadata: { color: "red" },
      author: { id: ada.id },
    });
    expect(await at.ask(eve.authorization, line, message)).toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
    expect(await at.ask(undefined, line, message)).toMatchObject({ status: 401 });
  },
);

/** 205 messages in a lobby of Ada, oldest first. */
async function longTalk() {
  const ada = at.user("ada");
  const lobbyId = await lobbyOf([{ id: ada.id }]);
  for (let count = 0; count < 205; count += 1) await say(ada, lobbyId, String(count));
  const line = `GET /lobbies/${lobbyId}/messages`;
  const list = async (query: string) => {
    const { status, body } = await at.ask<{ content: string }[]>(ada.authorization, line + query);
    return status === 200 ? body.map(({ content }) => Number(content)) : status;
  };
  return { ada, lobbyId, line, list };
}

const newest = (count: number) => Array.from({ length: count }, (_, index) => 204 - index);

row(
  84,
  answer("platform/domain/rules/message/lobby-messages.ts", "listLobbyMessages", "recentMessages", []),
  async () => {
    const [ada, eve] = [at.user("ada"), at.user("eve")];
    const lobbyId = await lobbyOf([{ id: ada.id }]);
    for (const content of ["first", "second"]) await say(ada, lobbyId, content);
    const line = `GET /lobbies/${lobbyId}/messages`;
    const listed = await at.ask(ada.authorization, line);
    expect(listed).toMatchObject({ status: 200, body: [{ content: "second" }, { content: "first" }] });
    expect(await at.ask(eve.authorization, line)).toMatchObject({ status: 403, body: { code: 50_001 } });
  },
);

row(145, set("lib/wire/limits.ts", "MESSAGE_HISTORY_MAX", 199), async () => {
  const { list } = await longTalk();
  expect(await list("")).toEqual(newest(50));
  expect(await list("?limit=200")).toEqual(newest(200));
  expect([await list("?limit=201"), await list("?limit=0")]).toEqual([400, 400]);
});

row(146, set("lib/wire/limits.ts", "MESSAGE_HISTORY_MS", 262_800_000), async () => {
  const ada = at.user("ada");
  const lobbyId = await lobbyOf([{ id: ada.id }]);
  for (const content of ["old", "older"]) await say(ada, lobbyId, content);
  const client = await at.client(ada);
  const history = async (limit: number) => (await client.getLobbyMessagesWithLimit(lobbyId, limit)).messages;
  expect(await history(200)).toHaveLength(2);
  await expect(history(201)).rejects.toThrow(/200/);
  await at.platform.control.clock.advance(72 * 3_600_000 + 1);
  await say(ada, lobbyId, "new");
  expect((await history(200)).map(({ content }) => content)).toEqual(["new"]);
  await at.ask(at.bot, `DELETE /lobbies/${lobbyId}/members/${ada.id}`);
  await expect(history(1)).rejects.toMatchObject({ result: { status: 403, errorCode: 50_001 } });
});

row(
  109,
  drop("platform/domain/rules/message/direct-messages.ts", "moderateDirectMessage", "moderation"),
  async () => {
    const [ada, ben] = [at.user("ada"), at.user("ben")];
    at.platform.control.users.makeFriends(ada.id, ben.id);
    const wire = await at.playerSession(ben);
    const direct = await at.ask(ada.authorization, `POST /users/${ben.id}/messages`, { content: "psst" });
    const lobbyId = await lobbyOf([{ id: ada.id }, { id: ben.id }]);
    const inLobby = await say(ada, lobbyId, "hello");
    const verdict = { action: "hide" };
    const path = `/partner-sdk/dms/${ada.id}/${ben.id}/messages/${String(direct.body["id"])}`;
    for (const message of [path, `/lobbies/${lobbyId}/messages/${inLobby}`]) {
      const line = `PUT ${message}/moderation-metadata`;
      expect((await at.ask(at.bot, line, verdict)).status).toBe(204);
      expect((await at.ask(ada.authorization, line, verdict)).status).toBe(403);
      expect(await at.ask(at.bot, line, { a: 1 })).toMatchObject({ status: 400, body: { code: 50_035 } });
      // Another application moderates its own messages only.
      const stranger = at.platform.control.applications.create({ name: "Other Game" }).id;
      const { token } = at.platform.control.applications.createBot(stranger);
      expect((await at.ask(`Bot ${token}`, line, { action: "mine" })).status).toBe(404);
    }
    for (const name of ["MESSAGE_UPDATE", "LOBBY_MESSAGE_UPDATE"])
      expect(await wire.event(name)).toMatchObject({ moderation_metadata: verdict });
  },
);

/** A server whose bot may write. */
function server(owner: Account, memberIds: readonly string[] = []) {
  const { botUserId } = at.platform.seeded;
  const guild = at.guild({
    name: "Server",
    ownerId: owner.id,
    memberIds,
    channels: [{ name: "text", kind: "text" }],
    roles: [{ name: "bot", permissions: Permission.ManageMessages, memberIds: [botUserId] }],
  });
  return { guildId: guild.id, line: `/channels/${guild.channels[0]!.id}/messages` };
}

row(103, set("lib/wire/limits.ts", "NONCE_WINDOW_MS", 0), async () => {
  const { control } = at.platform;
  const other = control.applications.createBot(control.applications.create({ name: "Other Game" }).id);
  const { line } = server(at.user("ada"), [other.userId]);
  const socket = await at.botSession(GatewayIntent.GuildMessages | GatewayIntent.MessageContent);
  const send = (content: string, more: object) => at.ask(at.bot, `POST ${line}`, { content, ...more });
  const nonce = "one of a kind";
  const first = await send("first", { nonce, enforce_nonce: true });
  const again = await send("second", { nonce, enforce_nonce: true });
  expect([again.status, again.body["id"], again.body["content"]]).toEqual([200, first.body["id"], "first"]);
  // Another sender may use it, and so may the same one that does not ask for the parameter.
  const unique = { content: "other", nonce, enforce_nonce: true };
  expect((await at.ask(`Bot ${other.token}`, `POST ${line}`, unique)).body["content"]).toBe("other");
  for (const lax of [{ nonce }, { nonce, enforce_nonce: false }])
    expect((await send("third", lax)).body["id"]).not.toBe(first.body["id"]);
  await control.clock.advance(5 * 60_000);
  const later = await send("fourth", { nonce, enforce_nonce: true });
  expect(later.body["content"]).toBe("fourth");
  const created = [];
  for (let count = 0; count < 4; count += 1) created.push(await socket.event("MESSAGE_CREATE"));
  expect(created.map(({ content }) => content)).toEqual(["first", "other", "third", "third"]);
});

row(154, set("lib/wire/limits.ts", "EMBED_LIMITS.fields", 26), async () => {
  const { line } = server(at.user("ada"));
  const send = (count: number) => {
    const fields = Array.from({ length: count }, (_, index) => ({
      name: `field ${String(index)}`,
      value: "x",
    }));
    return at.ask(at.bot, `POST ${line}`, { embeds: [{ title: "Fields", fields }] });
  };
  const sent = await send(25);
  expect(sent.status).toBe(200);
  expect((sent.body["embeds"] as { fields: object[] }[])[0]?.fields).toHaveLength(25);
  expect(await send(26)).toMatchObject({
    status: 400,
    body: {
      code: 50_035,
      errors: { embeds: { 0: { fields: { _errors: [{ code: expect.any(String) }] } } } },
    },
  });
});

row(116, answer("lib/state/conversation.ts", "Conversation", "reverse", undefined), async () => {
  const [ada, ben] = [at.user("ada"), at.user("ben")];
  at.platform.control.users.makeFriends(ada.id, ben.id);
  const [writer, reader] = [await at.client(ada), await at.client(ben)];
  const { messageId } = await writer.sendUserMessage(ben.id, "one");
  await writer.sendUserMessage(ben.id, "two");
  const summaries = async () => (await reader.getUserMessageSummaries()).summaries;
  expect((await summaries()).map(({ userId }) => userId)).toEqual([BigInt(ada.id)]);
  const { messages } = await reader.getUserMessagesWithLimit(ada.id, 2);
  expect(messages.map(({ content }) => content)).toEqual(["two", "one"]);
  // Enough messages are cached now: no request is made.
  const count = at.platform.control.faults.add({
    route: "GET /users/{user.id}/messages",
    times: 1,
    what: { status: 500 },
  });
  expect((await reader.getUserMessagesWithLimit(ada.id, 1)).messages[0]?.id).not.toBe(messageId);
  expect(count.hits).toBe(0);
  at.platform.control.faults.clear();
  const lobbyId = await lobbyOf([{ id: ada.id, flags: LobbyMemberFlag.CanLinkLobby }, { id: ben.id }]);
  await say(ada, lobbyId, "in the lobby");
  const inLobby = await reader.getLobbyMessagesWithLimit(lobbyId, 10);
  expect(inLobby.messages.map(({ content }) => content)).toEqual(["in the lobby"]);
});
