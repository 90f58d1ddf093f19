import { inspect } from "node:util";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import {
  AuthorizationArgs,
  AuthorizationTokenType,
  Client,
  ClientCreateOptions,
  LoggingSeverity,
  realService,
  SdkError,
} from "../../../lib/index.js";
import { inCall, inLobby, voiceState } from "./call-scene.js";
import { lobby, member, OWN_ID, Scene, TOKEN, user } from "./scene.js";

describe("a client", () => {
  it("refuses to be kept: its calls end with its process", () => {
    const keep = {} as never;
    expect(() => new Client(undefined, { keep } as never)).toThrow(/^keep: .* give `voiceHost`/);
  });
});

describe("addresses", () => {
  it("have no default: the error names both fields, and nothing is sent", async () => {
    const client = new Client();
    await client.updateToken(AuthorizationTokenType.Bearer, "t");
    expect(() => client.connect()).toThrow(/webBase.*apiBase.*realService/s);
    await expect(client.refreshToken(1n, "r")).rejects.toThrow(/webBase.*apiBase.*realService/s);
    expect(realService.apiBase).toMatch(/^https:/);
  });

  it("must be web addresses", async () => {
    const client = new Client("file:///etc", "http://127.0.0.1:1");
    await client.updateToken(AuthorizationTokenType.Bearer, "t");
    expect(() => client.connect()).toThrow(SdkError);
  });

  it("are taken in the order of the C++ constructor, and host options last", () => {
    const seen: string[] = [];
    const client = new Client("http://127.0.0.1:1/api", "http://127.0.0.1:2", {
      fetch: (url) => (seen.push(String(url)), Promise.reject(new Error("none"))),
    });
    client.refreshToken(1n, "r", () => undefined);
    expect(client.isValid()).toBe(true);
    return expect(client.refreshToken(1n, "r"))
      .rejects.toThrow()
      .then(() => {
        expect(seen[0]).toBe("http://127.0.0.1:1/api/v10/oauth2/token");
      });
  });
});

describe("connecting", () => {
  it("identifies as an SDK session and becomes Ready", async () => {
    const scene = new Scene();
    const statuses: [number, number, number][] = [];
    scene.client.setStatusChangedCallback((...args) => statuses.push(args));
    await scene.ready();
    expect(statuses.map(([status]) => Client.statusToString(status as never))).toEqual([
      "HttpWait",
      "Connecting",
      "Connected",
      "Ready",
    ]);
    expect(new URL(scene.main.url).search).toBe("?v=9&encoding=json&compress=zlib-stream");
    expect(scene.main.frames()[0]).toMatchObject({
      op: 2,
      d: {
        token: `Bearer ${TOKEN}`,
        properties: { browser: "sdkpp", device: "sdkpp" },
        capabilities: 65536,
        intents: 416026624,
        large_threshold: 250,
      },
    });
    expect(scene.client.getApplicationId()).toBe(1n);
    expect(scene.client.getCurrentUserV2()?.username).toBe("user5");
  });

  it("reports a missing token", async () => {
    const scene = new Scene();
    const statuses: unknown[][] = [];
    scene.client.on("statusChanged", (...args) => statuses.push(args));
    scene.client.connect();
    await scene.turn();
    expect([statuses, scene.client.isAuthenticated()]).toEqual([[[0, 1, 0]], false]);
  });

  it("reports a terminal close with its code, and stops", async () => {
    const scene = new Scene();
    await scene.ready();
    const statuses: unknown[][] = [];
    scene.client.setStatusChangedCallback((...args) => statuses.push(args));
    scene.main.listener.closed(4004, "Authentication failed.");
    await scene.turn(120_000);
    expect(statuses).toEqual([[Client.Status.Disconnected, Client.Error.UnexpectedClose, 4004]]);
    expect(scene.network.sockets).toHaveLength(1);
  });

  it("uses a new token of the same user without a reconnect", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("GET /users/@me", { body: user(OWN_ID) });
    await scene.client.updateToken(AuthorizationTokenType.Bearer, "second-token");
    expect(scene.network.sockets).toHaveLength(1);
    await scene.client.leaveLobby(1n).catch(() => undefined);
    expect(scene.requests.at(-1)?.headers["Authorization"]).toBe("Bearer second-token");
  });

  it.each([
    ["is no good", { status: 401, body: { message: "401: Unauthorized", code: 0 } }, "401"],
    ["gets a response that is not a user", { body: {} }, "not a user"],
  ])("keeps the old token when the new one %s", async (_claim, answer, reason) => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("GET /users/@me", answer);
    await expect(scene.client.updateToken(AuthorizationTokenType.Bearer, "bad-token")).rejects.toThrow(
      reason,
    );
    expect(scene.network.sockets).toHaveLength(1);
    await scene.client.leaveLobby(1n).catch(() => undefined);
    expect(scene.requests.at(-1)?.headers["Authorization"]).toBe(`Bearer ${TOKEN}`);
  });

  it("begins a new session with another user's token", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("GET /users/@me", { body: user("7") });
    await scene.client.updateToken(AuthorizationTokenType.Bearer, "other-token");
    await scene.turn();
    expect(scene.network.sockets).toHaveLength(2);
    scene.network.newest.listener.opened();
    scene.network.newest.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    expect(scene.network.newest.last()).toMatchObject({ op: 2, d: { token: "Bearer other-token" } });
  });

  it("ignores malformed events with a warning", async () => {
    const scene = await inLobby();
    scene.dispatch("LOBBY_CREATE", { id: 5.5 });
    scene.dispatch("LOBBY_MEMBER_ADD", null);
    scene.dispatch("SOMETHING_NEW", {});
    await scene.turn();
    expect(scene.logs).toEqual(["ignored a malformed LOBBY_CREATE", "ignored a malformed LOBBY_MEMBER_ADD"]);
    expect(scene.client.getStatus()).toBe(Client.Status.Ready);
  });
});

describe("lobbies", () => {
  it("are read live through a held handle", async () => {
    const scene = await inLobby();
    const handle = scene.client.getLobbyHandle("9")!;
    const other = handle.getLobbyMemberHandle(6n)!;
    expect({ ...handle.metadata }).toEqual({ map: "a" });
    scene.dispatch("LOBBY_MEMBER_UPDATE", {
      lobby_id: "9",
      member: member("6", { metadata: { skin: "red" }, connected: false }),
    });
    expect([other.connected, { ...other.metadata }, other.user?.id]).toEqual([false, { skin: "red" }, 6n]);
    expect(Object.getPrototypeOf(other.metadata)).toBeNull();
    scene.dispatch("LOBBY_DELETE", { id: "9", reason: "deleted" });
    expect([handle.isValid(), handle.id, handle.lobbyMemberIds, other.isValid()]).toEqual([
      false,
      0n,
      [],
      false,
    ]);
  });

  it("report other users who join and leave, but not the player", async () => {
    const scene = await inLobby();
    const reported: unknown[] = [];
    scene.client.setLobbyMemberAddedCallback((...args) => reported.push(["added", ...args]));
    scene.client.setLobbyMemberRemovedCallback((...args) => reported.push(["removed", ...args]));
    scene.dispatch("LOBBY_MEMBER_ADD", { lobby_id: "9", member: member("7") });
    scene.dispatch("LOBBY_MEMBER_REMOVE", { lobby_id: "9", member: member("7") });
    scene.dispatch("LOBBY_MEMBER_REMOVE", { lobby_id: "9", member: member(OWN_ID) });
    await scene.turn();
    expect(reported).toEqual([
      ["added", 9n, 7n],
      ["removed", 9n, 7n],
    ]);
  });

  it("replace a callback, and remove it", async () => {
    const scene = await inLobby();
    const reported: string[] = [];
    scene.client.setLobbyUpdatedCallback(() => reported.push("first"));
    scene.client.setLobbyUpdatedCallback(() => reported.push("second"));
    const subscription = scene.client.on("lobbyUpdated", () => reported.push("event"));
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    await scene.turn();
    scene.client.setLobbyUpdatedCallback(undefined);
    subscription.dispose();
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    await scene.turn();
    expect(reported.sort()).toEqual(["event", "second"]);
  });

  it("take a listener back by its function, and leave the callback that is the same function", async () => {
    const scene = await inLobby();
    const reported: bigint[] = [];
    const listener = (lobbyId: bigint): void => void reported.push(lobbyId);
    scene.client.on("lobbyUpdated", listener);
    scene.client.setLobbyUpdatedCallback(listener);
    scene.client.off("lobbyUpdated", listener);
    scene.client.off("lobbyUpdated", listener);
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    await scene.turn();
    expect(reported).toEqual([9n]);
    expect(() => scene.client.off("lobbyUpdated", undefined as never)).toThrow(
      "listener: expected a function",
    );
  });

  it("show a call that the player is not in", async () => {
    const scene = await inLobby();
    const reported: unknown[] = [];
    scene.client.setVoiceParticipantChangedCallback((...args) => reported.push(args));
    expect(scene.client.getLobbyHandle(9n)?.getCallInfoHandle()).toBeUndefined();
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { self_mute: true }));
    const info = scene.client.getLobbyHandle(9n)!.getCallInfoHandle()!;
    expect([info.channelId, info.guildId, info.getParticipants()]).toEqual([9n, 9n, [6n]]);
    expect(info.getVoiceStateHandle("6")?.selfMute).toBe(true);
    expect(info.getVoiceStateHandle(7n)).toBeUndefined();
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { channel_id: null }));
    await scene.turn();
    expect([info.isValid(), reported]).toEqual([
      false,
      [
        [9n, 6n, true],
        [9n, 6n, false],
      ],
    ]);
  });
});

describe("the end of a client", () => {
  it("frees calls and connection, and handles give defaults", async () => {
    const { scene, call } = await inCall();
    const [me, handle] = [scene.client.getCurrentUserV2()!, scene.client.getLobbyHandle(9n)!];
    scene.client.destroy();
    scene.client.destroy();
    expect([call.isValid(), me.isValid(), me.id, handle.id, scene.client.getLobbyIds()]).toEqual([
      false,
      false,
      0n,
      0n,
      [],
    ]);
    expect([scene.addon.liveCounts().sessions, scene.main.closedWith, scene.clock.pending]).toEqual([
      0, 1000, 0,
    ]);
    expect([scene.client.isValid(), scene.client.getStatus()]).toEqual([false, 0]);
  });

  it("is the end of its events: listeners hear nothing of what still waits", async () => {
    const scene = await inLobby();
    const heard: string[] = [];
    scene.client.on("lobbyUpdated", () => heard.push("after the end"));
    scene.dispatch("LOBBY_UPDATE", lobby("9", { metadata: { map: "b" } }));
    scene.client.destroy();
    await scene.turn();
    expect(heard).toEqual([]);
  });

  it("moves: the connection continues in the new object", async () => {
    const scene = await inLobby();
    const moved = Client.moveFrom(scene.client);
    expect([scene.client.isValid(), moved.isValid(), moved.getLobbyIds()]).toEqual([false, true, [9n]]);
    moved[Symbol.dispose]();
    expect(moved.isValid()).toBe(false);
  });
});

describe("authorize", () => {
  it("has scopes for presence, and more of them for communication", () => {
    expect(Client.getDefaultPresenceScopes()).toBe("openid sdk.social_layer_presence");
    expect(Client.getDefaultCommunicationScopes()).toBe("openid sdk.social_layer");
  });

  const args = (): AuthorizationArgs => {
    const value = new AuthorizationArgs();
    value.scopes = Client.getDefaultCommunicationScopes();
    return value;
  };
  const visit = (url: string): Promise<number> =>
    new Promise((resolve, reject) => {
      request(url, (answer) => resolve((answer.resume(), answer.statusCode ?? 0)))
        .on("error", reject)
        .end();
    });
  /** A browser in which the user says yes or no. */
  const browser =
    (query: (state: string) => string) =>
    async (url: string): Promise<void> => {
      const page = new URL(url).searchParams;
      await visit(`${page.get("redirect_uri") ?? ""}?${query(page.get("state") ?? "")}`);
    };

  it("gives a code and the redirect address, and the code gives tokens", async () => {
    const scene = new Scene({ openUrl: browser((state) => `code=auth-code&state=${state}`) });
    scene.client.setApplicationId("1");
    const verifier = scene.client.createAuthorizationCodeVerifier();
    const request = args();
    request.codeChallenge = verifier.challenge;
    const { code, redirectUri } = await scene.client.authorize(request);
    expect([code, redirectUri]).toEqual([
      "auth-code",
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    ]);
    const body = {
      token_type: "Bearer",
      access_token: "at",
      expires_in: 604800,
      refresh_token: "rt",
      scope: "s",
    };
    scene.answers.set("POST /oauth2/token", { body });
    const tokens = await scene.client.getToken(1n, code, verifier.verifier, redirectUri);
    expect(tokens).toMatchObject({
      accessToken: "at",
      refreshToken: "rt",
      tokenType: 1,
      expiresIn: 604800,
      scopes: "s",
    });
    expect(new URLSearchParams(scene.requests.at(-1)?.body).get("redirect_uri")).toBe(redirectUri);
  });

  it.each([
    ["access_denied", "Aborted"],
    ["invalid_scope", "AuthorizationFailed"],
  ])("reports %s as %s", async (error, code) => {
    const scene = new Scene({ openUrl: browser((state) => `error=${error}&state=${state}`) });
    scene.client.setApplicationId(1n);
    await expect(scene.client.authorize(args())).rejects.toMatchObject({ code });
  });

  it("is aborted by abortAuthorize and by a second authorization", async () => {
    const scene = new Scene({ openUrl: () => undefined });
    scene.client.setApplicationId(1n);
    const first = scene.client.authorize(args()).catch((error: unknown) => (error as SdkError).code);
    await scene.turn();
    const second = scene.client.authorize(args()).catch((error: unknown) => (error as SdkError).code);
    await scene.turn();
    expect(await first).toBe("Aborted");
    scene.client.abortAuthorize();
    expect(await second).toBe("Aborted");
    expect(scene.clock.pending).toBe(0);
  });

  it("fails after five minutes", async () => {
    const scene = new Scene({ openUrl: () => undefined });
    scene.client.setApplicationId(1n);
    const flow = scene.client.authorize(args()).catch((error: unknown) => error);
    await scene.turn();
    scene.clock.advance(5 * 60_000);
    expect(await flow).toMatchObject({ code: "AuthorizationFailed" });
  });

  it.each([
    ["no application", (client: Client) => client.authorize(args())],
    [
      "no scopes",
      (client: Client) => (client.setApplicationId(1n), client.authorize(new AuthorizationArgs())),
    ],
  ])("ValidationError: %s", async (_name, start) => {
    await expect(start(new Scene().client)).rejects.toMatchObject({ code: "ValidationError" });
  });
});

describe("logs", () => {
  it("have only warnings and errors in a release build, by severity", async () => {
    const scene = await inLobby();
    const errors: string[] = [];
    scene.client.addVoiceLogCallback((message) => errors.push(message), LoggingSeverity.Error);
    scene.client.startCall(9n);
    scene.addon.newest.emit({ type: "phase", phase: "openSocket", detail: "" });
    await scene.turn();
    expect(scene.logs).toEqual([]);
    scene.addon.newest.emit({ type: "status", status: 0, error: 2, errorDetail: 4006 });
    await scene.turn();
    expect(errors).toEqual(["call 9: ended with error 2, detail 4006, last step openSocket"]);
  });

  it("never contain a secret, at any level, and neither does the printed client", async () => {
    const scene = new Scene();
    await scene.ready({ lobbies: [lobby("9")] });
    scene.answers.set("PUT /lobbies", new Error(`something with ${TOKEN} inside`));
    await scene.client.createOrJoinLobby("a").catch(() => undefined);
    scene.client.on("lobbyUpdated", () => {
      throw new Error(`thrown with ${TOKEN}`);
    });
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    scene.main.listener.closed(1006, `Bearer ${TOKEN} refused`);
    await scene.turn();
    expect(scene.logs.length).toBeGreaterThan(1);
    expect(scene.logs.join("\n")).not.toContain(TOKEN);
    expect(inspect(scene.client, { depth: 20, showHidden: true })).not.toContain(TOKEN);
    expect(JSON.stringify(new ClientCreateOptions())).not.toContain(TOKEN);
  });
});
