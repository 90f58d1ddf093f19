import { describe, expect, it } from "vitest";
import {
  Activity,
  ActivityInvite,
  AuthorizationArgs,
  AuthorizationTokenType,
  ClientResultError,
  ErrorType,
  runCallbacks,
  type Client,
  type ClientResult,
} from "../../../lib/index.js";
import { lobby, Scene } from "./scene.js";

type Last = ((...args: never[]) => void) | { signal?: AbortSignal } | undefined;
type Start = (client: Client, last: Last) => unknown;

const args = (): AuthorizationArgs => {
  const value = new AuthorizationArgs();
  value.clientId = 1n;
  value.scopes = "openid";
  return value;
};

/** Every operation: how it is called, and its callback's arguments after the result when it fails. */
const operations: [name: string, start: Start, defaults: unknown[]][] = [
  ["authorize", (client, last) => client.authorize(args(), last as never), ["", ""]],
  [
    "getToken",
    (client, last) => client.getToken(1n, "code", "verifier", "uri", last as never),
    ["", "", 1, 0, ""],
  ],
  ["refreshToken", (client, last) => client.refreshToken("1", "refresh", last as never), ["", "", 1, 0, ""]],
  ["revokeToken", (client, last) => client.revokeToken(1n, "token", last as never), []],
  [
    "updateToken",
    (client, last) => client.updateToken(AuthorizationTokenType.User, "token", last as never),
    [],
  ],
  [
    "fetchCurrentUser",
    (client, last) => client.fetchCurrentUser(AuthorizationTokenType.Bearer, "token", last as never),
    [0n, ""],
  ],
  ["createOrJoinLobby", (client, last) => client.createOrJoinLobby("secret", last as never), [0n]],
  [
    "createOrJoinLobbyWithMetadata",
    (client, last) => client.createOrJoinLobbyWithMetadata("secret", {}, {}, last as never),
    [0n],
  ],
  ["updateRichPresence", (client, last) => client.updateRichPresence(new Activity(), last as never), []],
  ["sendActivityInvite", (client, last) => client.sendActivityInvite(7n, "", last as never), []],
  ["sendActivityJoinRequest", (client, last) => client.sendActivityJoinRequest(7n, last as never), []],
  [
    "sendActivityJoinRequestReply",
    (client, last) => client.sendActivityJoinRequestReply(new ActivityInvite(), last as never),
    [],
  ],
  [
    "acceptActivityInvite",
    (client, last) => client.acceptActivityInvite(new ActivityInvite(), last as never),
    [""],
  ],
  ["setOnlineStatus", (client, last) => client.setOnlineStatus(3, last as never), []],
  ["leaveLobby", (client, last) => client.leaveLobby(1n, last as never), []],
  ["getUserGuilds", (client, last) => client.getUserGuilds(last as never), [[]]],
  ["getGuildChannels", (client, last) => client.getGuildChannels(7n, last as never), [[]]],
  ["linkChannelToLobby", (client, last) => client.linkChannelToLobby(1n, 7n, last as never), []],
  ["unlinkChannelFromLobby", (client, last) => client.unlinkChannelFromLobby(1n, last as never), []],
  ["joinLinkedLobbyGuild", (client, last) => client.joinLinkedLobbyGuild(1n, undefined, last as never), [""]],
  [
    "sendDiscordFriendRequestById",
    (client, last) => client.sendDiscordFriendRequestById(7n, last as never),
    [],
  ],
  ["sendGameFriendRequestById", (client, last) => client.sendGameFriendRequestById(7n, last as never), []],
  ["acceptDiscordFriendRequest", (client, last) => client.acceptDiscordFriendRequest(7n, last as never), []],
  ["acceptGameFriendRequest", (client, last) => client.acceptGameFriendRequest(7n, last as never), []],
  ["rejectDiscordFriendRequest", (client, last) => client.rejectDiscordFriendRequest(7n, last as never), []],
  ["rejectGameFriendRequest", (client, last) => client.rejectGameFriendRequest(7n, last as never), []],
  ["cancelDiscordFriendRequest", (client, last) => client.cancelDiscordFriendRequest(7n, last as never), []],
  ["cancelGameFriendRequest", (client, last) => client.cancelGameFriendRequest(7n, last as never), []],
  ["removeGameFriend", (client, last) => client.removeGameFriend(7n, last as never), []],
  ["removeDiscordAndGameFriend", (client, last) => client.removeDiscordAndGameFriend(7n, last as never), []],
  ["blockUser", (client, last) => client.blockUser(7n, last as never), []],
  ["unblockUser", (client, last) => client.unblockUser(7n, last as never), []],
  ["sendDiscordFriendRequest", (client, last) => client.sendDiscordFriendRequest("ben", last as never), []],
  ["sendGameFriendRequest", (client, last) => client.sendGameFriendRequest("ben", last as never), []],
];

const failing = (): Scene => new Scene({ openUrl: () => Promise.reject(new Error("no browser")) });

describe.each(operations)("%s", (_name, start, defaults) => {
  it("with a callback: called once, later, with the failure and defaults", async () => {
    const scene = failing();
    const calls: unknown[][] = [];
    const returned = start(scene.client, (...given: unknown[]) => void calls.push(given));
    expect([returned, calls]).toEqual([undefined, []]);
    await scene.turn();
    await scene.turn();
    expect(calls).toHaveLength(1);
    const [result, ...rest] = calls[0] as [ClientResult, ...unknown[]];
    expect([result.successful, result.type === ErrorType.None]).toEqual([false, false]);
    expect(rest).toEqual(defaults);
  });

  it("without: rejects with ClientResultError carrying the same result", async () => {
    const error = await (start(failing().client, undefined) as Promise<unknown>).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ClientResultError);
    expect((error as ClientResultError).result.successful).toBe(false);
    expect((error as ClientResultError).message).not.toBe("");
  });

  it("is not affected by a callback that throws", async () => {
    const scene = failing();
    start(scene.client, () => {
      throw new Error("mine");
    });
    await scene.turn();
    await scene.turn();
    expect(scene.logs).toContainEqual(expect.stringContaining("mine"));
  });

  it("ends with Aborted by its signal", async () => {
    const error = await (start(failing().client, { signal: AbortSignal.abort() }) as Promise<unknown>).catch(
      (reason: unknown) => reason,
    );
    expect((error as ClientResultError).result.type).toBe(ErrorType.Aborted);
  });

  it("ends with ClientDestroyed on a destroyed client", async () => {
    const scene = failing();
    scene.client.destroy();
    const error = await (start(scene.client, undefined) as Promise<unknown>).catch(
      (reason: unknown) => reason,
    );
    expect((error as ClientResultError).code).toBe("ClientDestroyed");
  });
});

describe("a running operation", () => {
  const hanging = async (): Promise<Scene> => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", "never");
    return scene;
  };

  it("ends with ClientDestroyed when the client is destroyed, in both forms", async () => {
    const scene = await hanging();
    const types: number[] = [];
    const promise = scene.client
      .createOrJoinLobby("a")
      .catch((error: unknown) => (error as ClientResultError).result.type);
    scene.client.createOrJoinLobby("b", (result) => types.push(result.type));
    await scene.turn();
    scene.client.destroy();
    expect(await promise).toBe(ErrorType.ClientDestroyed);
    await scene.turn();
    expect(types).toEqual([ErrorType.ClientDestroyed]);
  });

  it("ends with Aborted by its signal", async () => {
    const scene = await hanging();
    const abort = new AbortController();
    const promise = scene.client.createOrJoinLobby("a", { signal: abort.signal });
    await scene.turn();
    abort.abort();
    await expect(promise).rejects.toMatchObject({ code: "Aborted" });
  });

  it("fails after the time limit: a late response is not a success", async () => {
    const scene = await hanging();
    scene.client.setHttpRequestTimeout(100);
    const promise = scene.client
      .createOrJoinLobby("a")
      .catch((error: unknown) => (error as ClientResultError).result);
    await scene.turn(100);
    expect(await promise).toMatchObject({ type: ErrorType.NetworkError, retryable: true });
  });
});

describe("results", () => {
  it.each([
    ["network", new TypeError("fetch failed"), { type: ErrorType.NetworkError, retryable: true }],
    [
      "429",
      { status: 429, body: { message: "slow", retry_after: 2.5, global: false } },
      { type: ErrorType.HTTPError, status: 429, retryable: true, retryAfter: 2.5, error: "slow" },
    ],
    [
      "50035",
      { status: 400, body: { code: 50035, message: "Invalid Form Body" } },
      {
        type: ErrorType.HTTPError,
        errorCode: 50035,
        retryable: false,
        responseBody: '{"code":50035,"message":"Invalid Form Body"}',
      },
    ],
    ["no lobby", { body: { id: "x" } }, { type: ErrorType.NetworkError }],
  ])("of %s", async (_name, answer, expected) => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", answer);
    const error = await scene.client.createOrJoinLobby("a").catch((reason: unknown) => reason);
    expect((error as ClientResultError).result).toMatchObject(expected);
  });

  it.each([
    ["secret too long", (client: Client) => client.createOrJoinLobby("a".repeat(251))],
    ["secret empty", (client: Client) => client.createOrJoinLobby("")],
    ["secret no string", (client: Client) => client.createOrJoinLobby(5 as never)],
    [
      "metadata too large",
      (client: Client) => client.createOrJoinLobbyWithMetadata("a", { k: "v".repeat(1000) }, {}),
    ],
    [
      "metadata no strings",
      (client: Client) => client.createOrJoinLobbyWithMetadata("a", {}, { k: 5 } as never),
    ],
    ["bad id", (client: Client) => client.leaveLobby("lobby")],
  ])("ValidationError, and nothing sent: %s", async (_name, start) => {
    const scene = new Scene();
    await scene.ready();
    const before = scene.requests.length;
    await expect(start(scene.client)).rejects.toMatchObject({ code: "ValidationError" });
    expect(scene.requests).toHaveLength(before);
  });

  it("ClientNotReady before Ready", async () => {
    await expect(new Scene().client.createOrJoinLobby("a")).rejects.toMatchObject({ code: "ClientNotReady" });
  });

  it("Disabled for functions that the platform has disabled", async () => {
    const scene = new Scene();
    await scene.ready({
      feature_flags: { disabled_functions: ["CreateOrJoinLobby"], disabled_gateway_events: [] },
    });
    await expect(scene.client.createOrJoinLobby("a")).rejects.toMatchObject({ code: "Disabled" });
  });

  it.each([
    ["SendLobbyMessage", ["Disabled", "Disabled"]],
    ["SendLobbyMessageWithMetadata", ["NetworkError", "Disabled"]],
  ])("Disabled for %s: with its form with metadata, but not the other way round", async (name, codes) => {
    const scene = new Scene();
    await scene.ready({ feature_flags: { disabled_functions: [name], disabled_gateway_events: [] } });
    scene.answers.set("POST /lobbies/1/messages", new TypeError("fetch failed"));
    const { client } = scene;
    const attempts = [
      client.sendLobbyMessage(1n, "x"),
      client.sendLobbyMessageWithMetadata(1n, "x", { k: "v" }),
    ];
    const ends = await Promise.allSettled(attempts);
    expect(ends.map((one) => (one as { reason: ClientResultError }).reason.code)).toEqual(codes);
  });

  it("success, when the gateway has announced the lobby", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", {
      body: { ...lobby("9"), members: [{ id: "5", metadata: null, flags: 0 }] },
    });
    const promise = scene.client.createOrJoinLobby("a");
    await scene.turn();
    scene.dispatch("LOBBY_CREATE", lobby("9"));
    const { result, lobbyId } = await promise;
    expect([result.successful, lobbyId]).toEqual([true, 9n]);
    expect(scene.client.getLobbyHandle(lobbyId)?.lobbyMembers[0]?.user?.username).toBe("user5");
  });

  it("success after two seconds, when the gateway announces nothing", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", {
      body: { ...lobby("9"), members: [{ id: "5", metadata: null, flags: 0 }] },
    });
    const promise = scene.client.createOrJoinLobby("a");
    await scene.turn(1999);
    expect(scene.client.getLobbyHandle("9")).toBeUndefined();
    await scene.turn(1);
    expect((await promise).lobbyId).toBe(9n);
    expect(scene.client.getLobbyHandle("9")?.isValid()).toBe(true);
  });
});

describe("manual mode", () => {
  it("delivers in runCallbacks only; promises need no pump", async () => {
    const scene = new Scene({ callbackMode: "manual" });
    const calls: string[] = [];
    scene.client.leaveLobby(1n, () => calls.push("callback"));
    await scene.turn();
    await expect(scene.client.leaveLobby(1n)).rejects.toMatchObject({ code: "ClientNotReady" });
    expect(calls).toEqual([]);
    scene.client.runCallbacks();
    expect(calls).toEqual(["callback"]);
    scene.client.runCallbacks();
    expect(calls).toEqual(["callback"]);
  });

  it("the free function runs the queues of all manual clients, and not those of the event loop", async () => {
    const calls: string[] = [];
    const manual = ["one", "two"].map((name) => {
      const scene = new Scene({ callbackMode: "manual" });
      scene.client.leaveLobby(1n, () => calls.push(name));
      return scene;
    });
    const eager = new Scene();
    eager.client.leaveLobby(1n, () => calls.push("eager"));
    await Promise.all([...manual, eager].map((scene) => scene.turn()));
    expect(calls).toEqual(["eager"]);
    runCallbacks();
    expect(calls).toEqual(["eager", "one", "two"]);
  });

  it("operations that destroying a client ends are reported by the next run", async () => {
    const scene = new Scene({ callbackMode: "manual" });
    const results: boolean[] = [];
    await scene.ready();
    scene.client.leaveLobby(7n, (result) => results.push(result.successful));
    scene.client.destroy();
    await scene.turn();
    expect(results).toEqual([]);
    runCallbacks();
    expect(results).toEqual([false]);
  });
});
