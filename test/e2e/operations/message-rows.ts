import { ErrorType, type Client, type MessageHandle, type UserMessageSummary } from "sdkpp";
import { expect } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { sharedLobby, withoutLobbies } from "./lobby-rows.js";
import { fails, failsAfter, isInvalid, row, type FailureRow, type Last, type OperationRow } from "./row.js";
import { browseAgain, type Scene } from "./scene.js";

const { ValidationError, HTTPError, NetworkError } = ErrorType;
const notFound = (errorCode: number) => ({ type: HTTPError, status: 404, errorCode });
const forbidden = (errorCode: number) => ({ type: HTTPError, status: 403, errorCode });

/** A message and its place. */
interface Said {
  readonly to: bigint;
  readonly content: string;
}

const toLobby = async (scene: Scene): Promise<Said> => ({
  to: (await sharedLobby(scene)).lobbyId,
  content: scene.unique("hello"),
});
const toBen = (scene: Scene): Said => ({ to: scene.ben.userId, content: scene.unique("hello") });

/** Ben has received it. */
async function expectRead({ ada, ben }: Scene, content: string, messageId: unknown) {
  const read = (): MessageHandle | undefined => ben.client.getMessageHandle(messageId as bigint);
  await waitFor("Ben to read it", () => read() !== undefined);
  expect([read()?.content, read()?.authorId]).toEqual([content, ada.userId]);
  return read();
}

/** Texts that messages may not have. */
function badContents(
  start: (client: Client, to: bigint, content: string, last: Last) => unknown,
): FailureRow[] {
  const bad: [claim: string, content: string][] = [
    ["no text", ""],
    ["a text of 2,001 characters", "x".repeat(2001)],
  ];
  return bad.map(([claim, content]) =>
    isInvalid(claim, ({ ada, ben }, last) => start(ada.client, ben.userId, content, last)),
  );
}

const tooMuchMetadata = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`k${String(n)}`, "v"]));

const sendLobbyMessage = row({
  name: "sendLobbyMessage",
  prepare: toLobby,
  start: (client, { to, content }, last) => client.sendLobbyMessage(to, content, last as never),
  effect: async (scene, { to, content }, [messageId]) => {
    expect((await expectRead(scene, content, messageId))?.lobby?.id).toBe(to);
  },
  defaults: [0n],
  route: "POST /lobbies/{lobby.id}/messages",
  functionName: "SendLobbyMessage",
  failures: [
    ...badContents((client, to, content, last) => client.sendLobbyMessage(to, content, last as never)),
    failsAfter("who is no member", forbidden(50_001), async (scene) => {
      const { lobbyId } = await scene.ben.client.createOrJoinLobby("Ben's own");
      return (last) => scene.ada.client.sendLobbyMessage(lobbyId, "let me in", last as never);
    }),
    fails("a lobby that there is not", notFound(10_031), ({ ada }, last) =>
      ada.client.sendLobbyMessage(5n, "anybody?", last),
    ),
    withoutLobbies((client, last) => client.sendLobbyMessage(5n, "x", last as never)),
  ],
} satisfies OperationRow<Said>);

const sendLobbyMessageWithMetadata = row({
  name: "sendLobbyMessageWithMetadata",
  prepare: toLobby,
  start: (client, { to, content }, last) =>
    client.sendLobbyMessageWithMetadata(to, content, { mood: "good" }, last as never),
  effect: async (scene, { content }, [messageId]) => {
    expect((await expectRead(scene, content, messageId))?.metadata).toEqual({ mood: "good" });
  },
  defaults: [0n],
  route: "POST /lobbies/{lobby.id}/messages",
  functionName: "SendLobbyMessageWithMetadata",
  failures: [
    isInvalid("26 pairs", ({ ada }, last) =>
      ada.client.sendLobbyMessageWithMetadata(5n, "x", tooMuchMetadata, last),
    ),
  ],
} satisfies OperationRow<Said>);

const getLobbyMessagesWithLimit = row({
  name: "getLobbyMessagesWithLimit",
  prepare: async (scene: Scene) => {
    const { to, content } = await toLobby(scene);
    await scene.ben.client.sendLobbyMessage(to, "first");
    await scene.ben.client.sendLobbyMessage(to, content);
    return { to, content };
  },
  start: (client, { to }, last) => client.getLobbyMessagesWithLimit(to, 10, last as never),
  effect: ({ ben }, { content }, [messages]) => {
    const read = (messages as MessageHandle[]).map((one) => [one.content, one.authorId]);
    expect(read).toEqual([
      [content, ben.userId],
      ["first", ben.userId],
    ]);
  },
  defaults: [[]],
  route: "GET /lobbies/{lobby.id}/messages",
  functionName: "GetLobbyMessagesWithLimit",
  failures: [
    ...[0, 201, 1.5].map((limit) =>
      isInvalid(`a limit of ${String(limit)}`, ({ ada }, last) =>
        ada.client.getLobbyMessagesWithLimit(5n, limit, last),
      ),
    ),
    failsAfter("who is no member", forbidden(50_001), async (scene) => {
      const { lobbyId } = await scene.ben.client.createOrJoinLobby("Ben's own");
      return (last) => scene.ada.client.getLobbyMessagesWithLimit(lobbyId, 5, last as never);
    }),
    withoutLobbies((client, last) => client.getLobbyMessagesWithLimit(5n, 5, last as never)),
  ],
} satisfies OperationRow<Said>);

const cannotWriteTo = (
  start: (client: Client, to: bigint, content: string, last: Last) => unknown,
): FailureRow[] => [
  fails("a user who is not there", notFound(10_013), ({ ada }, last) => start(ada.client, 5n, "x", last)),
  fails("oneself", forbidden(50_007), ({ ada }, last) => start(ada.client, ada.userId, "x", last)),
  fails("a stranger who is not in the game", forbidden(50_278), (scene, last) =>
    start(scene.ada.client, BigInt(scene.stranger()), "x", last),
  ),
  failsAfter("one who has blocked the sender", forbidden(50_007), async (scene) => {
    const blocking = await scene.seat(scene.stranger());
    await scene.as(blocking, `PUT /users/@me/relationships/${String(scene.ada.userId)}`, { type: 2 });
    return (last) => start(scene.ada.client, blocking.userId, "x", last);
  }),
];

const sendUserMessage = row({
  name: "sendUserMessage",
  prepare: toBen,
  start: (client, { to, content }, last) => client.sendUserMessage(to, content, last as never),
  effect: async (scene, { content }, [messageId]) => {
    expect((await expectRead(scene, content, messageId))?.recipientId).toBe(scene.ada.userId);
  },
  defaults: [0n],
  route: "POST /users/{user.id}/messages",
  functionName: "SendUserMessage",
  failures: [
    ...badContents((client, to, content, last) => client.sendUserMessage(to, content, last as never)),
    ...cannotWriteTo((client, to, content, last) => client.sendUserMessage(to, content, last as never)),
    withoutLobbies((client, last) => client.sendUserMessage(5n, "x", last as never)),
  ],
} satisfies OperationRow<Said>);

const sendUserMessageWithMetadata = row({
  name: "sendUserMessageWithMetadata",
  prepare: toBen,
  start: (client, { to, content }, last) =>
    client.sendUserMessageWithMetadata(to, content, { mood: "good" }, last as never),
  effect: async (scene, { content }, [messageId]) => {
    expect((await expectRead(scene, content, messageId))?.metadata).toEqual({ mood: "good" });
  },
  defaults: [0n],
  route: "POST /users/{user.id}/messages",
  functionName: "SendUserMessageWithMetadata",
  failures: [
    isInvalid("26 pairs", ({ ada, ben }, last) =>
      ada.client.sendUserMessageWithMetadata(ben.userId, "x", tooMuchMetadata, last),
    ),
    isInvalid("a value of 1,025 characters", ({ ada, ben }, last) =>
      ada.client.sendUserMessageWithMetadata(ben.userId, "x", { k: "v".repeat(1025) }, last),
    ),
  ],
} satisfies OperationRow<Said>);

/** Ada has sent it, and Ben has received it. */
async function written(scene: Scene): Promise<Said & { messageId: bigint }> {
  const { to, content } = toBen(scene);
  const { messageId } = await scene.ada.client.sendUserMessage(to, content);
  await expectRead(scene, content, messageId);
  return { to, content, messageId };
}

/** Ben has sent it, and Ada has received it. */
async function received(scene: Scene): Promise<Said & { messageId: bigint }> {
  const { ada, ben } = scene;
  const content = scene.unique("hello");
  const { messageId } = await ben.client.sendUserMessage(ada.userId, content);
  await waitFor("Ada to read it", () => ada.client.getMessageHandle(messageId) !== undefined);
  return { to: ben.userId, content, messageId };
}

const editUserMessage = row({
  name: "editUserMessage",
  prepare: written,
  start: (client, { to, messageId }, last) => client.editUserMessage(to, messageId, "better", last as never),
  effect: async ({ ben }, { messageId }) => {
    const read = ben.client.getMessageHandle(messageId);
    await waitFor("Ben to read it anew", () => read?.content === "better");
    expect(read?.editedTimestamp).toBeGreaterThan(0n);
  },
  defaults: [],
  route: "PATCH /users/{user.id}/messages/{message.id}",
  functionName: "EditUserMessage",
  failures: [
    ...badContents((client, to, content, last) => client.editUserMessage(to, 5n, content, last as never)),
    failsAfter("another's", forbidden(50_005), async (scene) => {
      const { to, messageId } = await received(scene);
      return (last) => scene.ada.client.editUserMessage(to, messageId, "mine now", last as never);
    }),
    failsAfter("a message that there is not", notFound(10_008), async (scene) => {
      const { to } = await written(scene);
      return (last) => scene.ada.client.editUserMessage(to, 5n, "x", last as never);
    }),
    fails("of one to whom nothing was written", notFound(10_003), ({ ada }, last) =>
      ada.client.editUserMessage(5n, 6n, "x", last),
    ),
  ],
} satisfies OperationRow<Said & { messageId: bigint }>);

const deleteUserMessage = row({
  name: "deleteUserMessage",
  prepare: written,
  start: (client, { to, messageId }, last) => client.deleteUserMessage(to, messageId, last as never),
  effect: async ({ ben }, { messageId }) => {
    await waitFor("it to be gone", () => ben.client.getMessageHandle(messageId) === undefined);
  },
  defaults: [],
  route: "DELETE /users/{user.id}/messages/{message.id}",
  functionName: "DeleteUserMessage",
  failures: [
    failsAfter("another's", forbidden(50_013), async (scene) => {
      const { to, messageId } = await received(scene);
      return (last) => scene.ada.client.deleteUserMessage(to, messageId, last as never);
    }),
    failsAfter("a message that there is not", notFound(10_008), async (scene) => {
      const { to } = await written(scene);
      return (last) => scene.ada.client.deleteUserMessage(to, 5n, last as never);
    }),
    isInvalid("no id", ({ ada, ben }, last) => ada.client.deleteUserMessage(ben.userId, "message", last)),
  ],
} satisfies OperationRow<Said & { messageId: bigint }>);

const getUserMessagesWithLimit = row({
  name: "getUserMessagesWithLimit",
  prepare: received,
  start: (client, { to }, last) => client.getUserMessagesWithLimit(to, 200, last as never),
  effect: ({ ben }, { content, messageId }, [messages]) => {
    const [newest] = messages as MessageHandle[];
    expect([newest?.id, newest?.content, newest?.authorId]).toEqual([messageId, content, ben.userId]);
  },
  defaults: [[]],
  route: "GET /users/{user.id}/messages",
  functionName: "GetUserMessagesWithLimit",
  failures: [
    isInvalid("a limit of 201", ({ ada, ben }, last) =>
      ada.client.getUserMessagesWithLimit(ben.userId, 201, last),
    ),
    fails("with one who never played", notFound(10_003), (scene, last) =>
      scene.ada.client.getUserMessagesWithLimit(scene.stranger(), 5, last),
    ),
  ],
} satisfies OperationRow<Said & { messageId: bigint }>);

const getUserMessageSummaries = row({
  name: "getUserMessageSummaries",
  prepare: received,
  start: (client, _given, last) => client.getUserMessageSummaries(last as never),
  effect: (_scene, { to, messageId }, [summaries]) => {
    const one = (summaries as UserMessageSummary[]).find(({ userId }) => userId === to);
    expect(one?.lastMessageId).toBe(messageId);
  },
  defaults: [[]],
  route: "GET /partner-sdk/users/@me/channels",
  functionName: "GetUserMessageSummaries",
  failures: [withoutLobbies((client, last) => client.getUserMessageSummaries(last as never))],
} satisfies OperationRow<Said & { messageId: bigint }>);

const openMessageInDiscord = row({
  name: "openMessageInDiscord",
  prepare: received,
  start: (client, { messageId }, last) => client.openMessageInDiscord(messageId, undefined, last as never),
  effect: ({ ada, platform }, { messageId }) => {
    const channelId = ada.client.getMessageHandle(messageId)?.channelId;
    expect(ada.opened.at(-1)).toBe(
      `${platform.endpoints.webBase}/channels/@me/${String(channelId)}/${String(messageId)}`,
    );
  },
  defaults: [],
  // A client that was never connected knows no messages.
  unready: ValidationError,
  failures: [
    failsAfter("a message that is nowhere but in the game", { type: ValidationError }, async (scene) => {
      const { lobbyId } = await sharedLobby(scene);
      const { messageId } = await scene.ada.client.sendLobbyMessage(lobbyId, "only here");
      return (last) => scene.ada.client.openMessageInDiscord(messageId, undefined, last as never);
    }),
    failsAfter(
      "nothing that opens addresses",
      { type: NetworkError },
      async (scene) => {
        const { messageId } = await received(scene);
        scene.ada.browse = () => Promise.reject(new Error("no browser"));
        return (last) => scene.ada.client.openMessageInDiscord(messageId, undefined, last as never);
      },
      browseAgain,
    ),
    isInvalid("a message that is not in memory", ({ ada }, last) =>
      ada.client.openMessageInDiscord(5n, undefined, last),
    ),
  ],
} satisfies OperationRow<Said & { messageId: bigint }>);

export const messageRows = [
  sendLobbyMessage,
  sendLobbyMessageWithMetadata,
  getLobbyMessagesWithLimit,
  sendUserMessage,
  sendUserMessageWithMetadata,
  editUserMessage,
  deleteUserMessage,
  getUserMessagesWithLimit,
  getUserMessageSummaries,
  openMessageInDiscord,
];
