import { inspect } from "node:util";
import { request } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Call } from "../../../lib/index.js";
import {
  ArgumentRangeError,
  AuthorizationArgs,
  AuthorizationTokenType,
  Client,
  ClientCreateOptions,
  LoggingSeverity,
  realService,
  SdkError,
} from "../../../lib/index.js";
import { lobby, member, OWN_ID, Scene, TOKEN, user } from "./scene.js";

const voiceState = (userId: string, change: object = {}): object => ({
  lobby_id: "9",
  channel_id: "9",
  user_id: userId,
  session_id: userId === OWN_ID ? "main-session" : "their-session",
  self_mute: false,
  self_deaf: false,
  mute: false,
  deaf: false,
  ...change,
});

async function inLobby(): Promise<Scene> {
  const scene = new Scene();
  await scene.ready({ lobbies: [lobby("9", { members: [member(OWN_ID), member("6")] })] });
  return scene;
}

async function inCall(): Promise<{ scene: Scene; call: Call }> {
  const scene = await inLobby();
  const call = scene.client.startCall(9n);
  scene.addon.newest.emit(
    { type: "status", status: 1, error: 0, errorDetail: 0 },
    { type: "requestSession" },
  );
  await scene.turn();
  return { scene, call };
}

describe("addresses", () => {
  it("have no default: both fields are named, and nothing is sent", async () => {
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

  it("says without a token that it cannot", async () => {
    const scene = new Scene();
    const statuses: unknown[][] = [];
    scene.client.on("statusChanged", (...args) => statuses.push(args));
    scene.client.connect();
    await scene.turn();
    expect([statuses, scene.client.isAuthenticated()]).toEqual([[[0, 1, 0]], false]);
  });

  it("tells a terminal close with its code, and stops", async () => {
    const scene = new Scene();
    await scene.ready();
    const statuses: unknown[][] = [];
    scene.client.setStatusChangedCallback((...args) => statuses.push(args));
    scene.main.listener.closed(4004, "Authentication failed.");
    await scene.turn(120_000);
    expect(statuses).toEqual([[Client.Status.Disconnected, Client.Error.UnexpectedClose, 4004]]);
    expect(scene.network.sockets).toHaveLength(1);
  });

  it("takes a new token of the same user over without a reconnect", async () => {
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
    ["is answered with no user", { body: {} }, "no user"],
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

  it("ignores what is malformed, and says so", async () => {
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

  it("tell others' coming and going, and not one's own", async () => {
    const scene = await inLobby();
    const told: unknown[] = [];
    scene.client.setLobbyMemberAddedCallback((...args) => told.push(["added", ...args]));
    scene.client.setLobbyMemberRemovedCallback((...args) => told.push(["removed", ...args]));
    scene.dispatch("LOBBY_MEMBER_ADD", { lobby_id: "9", member: member("7") });
    scene.dispatch("LOBBY_MEMBER_REMOVE", { lobby_id: "9", member: member("7") });
    scene.dispatch("LOBBY_MEMBER_REMOVE", { lobby_id: "9", member: member(OWN_ID) });
    await scene.turn();
    expect(told).toEqual([
      ["added", 9n, 7n],
      ["removed", 9n, 7n],
    ]);
  });

  it("replace a callback, and remove it", async () => {
    const scene = await inLobby();
    const told: string[] = [];
    scene.client.setLobbyUpdatedCallback(() => told.push("first"));
    scene.client.setLobbyUpdatedCallback(() => told.push("second"));
    const subscription = scene.client.on("lobbyUpdated", () => told.push("event"));
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    await scene.turn();
    scene.client.setLobbyUpdatedCallback(undefined);
    subscription.dispose();
    scene.dispatch("LOBBY_UPDATE", lobby("9"));
    await scene.turn();
    expect(told.sort()).toEqual(["event", "second"]);
  });

  it("show a call one is not in", async () => {
    const scene = await inLobby();
    const told: unknown[] = [];
    scene.client.setVoiceParticipantChangedCallback((...args) => told.push(args));
    expect(scene.client.getLobbyHandle(9n)?.getCallInfoHandle()).toBeUndefined();
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { self_mute: true }));
    const info = scene.client.getLobbyHandle(9n)!.getCallInfoHandle()!;
    expect([info.channelId, info.guildId, info.getParticipants()]).toEqual([9n, 9n, [6n]]);
    expect(info.getVoiceStateHandle("6")?.selfMute).toBe(true);
    expect(info.getVoiceStateHandle(7n)).toBeUndefined();
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { channel_id: null }));
    await scene.turn();
    expect([info.isValid(), told]).toEqual([
      false,
      [
        [9n, 6n, true],
        [9n, 6n, false],
      ],
    ]);
  });
});

describe("calls", () => {
  it("join with op 17 and hand the voice session over", async () => {
    const { scene, call } = await inCall();
    expect(scene.op17()).toEqual([[{ lobby_id: "9", self_mute: false, self_deaf: false }]]);
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState(OWN_ID, { session_id: "another device" }));
    scene.dispatch("LOBBY_VOICE_SERVER_UPDATE", {
      token: "voice-canary",
      lobby_id: "9",
      endpoint: "127.0.0.1:2",
    });
    expect(scene.addon.newest.names()).not.toContain("serverUpdate");
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState(OWN_ID));
    expect(scene.addon.newest.names()).toContain("serverUpdate");
    expect([call.isValid(), call.getStatus(), call.getChannelId(), call.getGuildId()]).toEqual([
      true,
      1,
      9n,
      9n,
    ]);
    expect(scene.client.startCall("9").isValid()).toBe(false);
    expect(scene.client.getCalls().map((each) => each.getChannelId())).toEqual([9n]);
    expect(scene.client.getCall(9n).isValid()).toBe(true);
  });

  it("are refused where the platform would be silent", async () => {
    const scene = await inLobby();
    scene.client.startCall(404n);
    expect(scene.addon.newest.names()).toContain("joinRefused");
    const early = new Scene();
    expect([early.client.startCall(9n).isValid(), early.addon.sessions.length]).toEqual([false, 0]);
  });

  it("say mute and deaf to the platform and to the media, once per change", async () => {
    const { scene, call } = await inCall();
    call.setSelfMute(true);
    call.setSelfMute(true);
    scene.client.setSelfDeafAll(true);
    expect(scene.op17().slice(1)).toEqual([
      [{ lobby_id: "9", self_mute: true, self_deaf: false }],
      [{ lobby_id: "9", self_mute: true, self_deaf: true }],
    ]);
    call.setSelfMute(false);
    expect(scene.addon.newest.argsOf("setSelfMute").at(-1)).toEqual([true]);
    expect([call.getSelfMute(), call.getSelfDeaf(), scene.client.getSelfDeafAll()]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("refuse levels outside their ranges, and change nothing", async () => {
    const { scene, call } = await inCall();
    const { client } = scene;
    const before = scene.addon.newest.calls.length;
    const refused: [() => void, string][] = [
      [() => call.setParticipantVolume(6n, 201), "volume: expected 0 to 200, received 201"],
      [() => call.setVADThreshold(false, -101), "threshold: expected -100 to 0, received -101"],
      [() => call.setPTTReleaseDelay(-1), "releaseDelayMs: expected 0 to 60000, received -1"],
      [() => client.setInputVolume(-1), "inputVolume: expected 0 to 100, received -1"],
      [() => client.setOutputVolume(Infinity), "outputVolume: expected 0 to 200, received Infinity"],
      [() => client.setNoAudioInputThreshold(101), "dBFSThreshold: expected -100 to 100, received 101"],
      [
        () => client.setHttpRequestTimeout(0),
        "httpTimeoutInMilliseconds: expected 1 to 2147483647, received 0",
      ],
    ];
    for (const [act, message] of refused) {
      expect(act).toThrow(ArgumentRangeError);
      expect(act).toThrow(message);
    }
    expect(scene.addon.newest.calls).toHaveLength(before);
  });

  it("take levels up to their limits", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    call.setParticipantVolume(6n, 200);
    call.setVADThreshold(false, -100);
    call.setPTTReleaseDelay(20);
    scene.client.setInputVolume(0);
    scene.client.setOutputVolume(150);
    expect(native.argsOf("setUserVolume")).toEqual([[6n, 200]]);
    expect(native.argsOf("setVadThreshold").at(-1)).toEqual([false, -100]);
    expect([native.argsOf("setInputVolume").at(-1), native.argsOf("setOutputVolume").at(-1)]).toEqual([
      [0],
      [150],
    ]);
    expect([
      call.getParticipantVolume("6"),
      call.getPTTReleaseDelay(),
      call.getVADThreshold().automatic,
    ]).toEqual([200, 20, false]);
    expect(() => call.setParticipantVolume(6n, NaN)).toThrow(TypeError);
  });

  it("tell their events through the queue", async () => {
    const { scene, call } = await inCall();
    const told: unknown[] = [];
    call.setStatusChangedCallback((...args) => told.push(["status", ...args]));
    call.setSpeakingStatusChangedCallback((...args) => told.push(["speaking", ...args]));
    call.setParticipantChangedCallback((...args) => told.push(["participant", ...args]));
    call.setOnVoiceStateChangedCallback((...args) => told.push(["voiceState", ...args]));
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6"));
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { self_deaf: true }));
    scene.addon.newest.emit(
      { type: "status", status: 4, error: 0, errorDetail: 0 },
      { type: "speakingChanged", userId: 6n, speaking: true },
    );
    expect(told).toEqual([]);
    await scene.turn();
    expect(told).toEqual([
      ["participant", 6n, true],
      ["voiceState", 6n],
      ["status", 4, 0, 0],
      ["speaking", 6n, true],
    ]);
    expect(call.getVoiceStateHandle(6n)?.selfDeaf).toBe(true);
  });

  it("end: leave, free, and make their objects invalid", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    native.answers.set("leave", () =>
      native.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
    const copy = call.clone();
    await scene.client.endCall("9");
    expect(scene.op17().at(-1)).toEqual([]);
    expect([call.isValid(), copy.isValid(), native.isClosed, scene.client.getCalls()]).toEqual([
      false,
      false,
      true,
      [],
    ]);
    expect(scene.client.startCall(9n).isValid()).toBe(true);
  });

  it("can be started again after an error", async () => {
    const { scene, call } = await inCall();
    scene.addon.newest.emit({ type: "status", status: 0, error: 4, errorDetail: 0 });
    expect([call.isValid(), call.getStatus(), scene.op17().at(-1)]).toEqual([true, 0, []]);
    expect(scene.client.startCall(9n).isValid()).toBe(true);
    expect(call.isValid()).toBe(false);
    expect(scene.addon.liveCounts().sessions).toBe(1);
  });

  it("end with their lobby", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    native.answers.set("leave", () =>
      native.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
    scene.dispatch("LOBBY_DELETE", { id: "9", reason: "removed" });
    await scene.turn();
    expect([call.isValid(), native.isClosed]).toEqual([false, true]);
  });

  it("end with disconnect, and say so before it", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    native.answers.set("leave", () =>
      native.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
    scene.client.disconnect();
    await scene.turn();
    expect([call.isValid(), scene.op17().at(-1), scene.main.closedWith]).toEqual([false, [], 1000]);
  });

  it("are said again after a new session, and after a resume", async () => {
    const { scene } = await inCall();
    scene.main.receive({ op: 7, d: null });
    await scene.turn();
    scene.network.newest.listener.opened();
    scene.network.newest.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    scene.dispatch("RESUMED", {});
    expect(scene.op17()).toEqual([[{ lobby_id: "9", self_mute: false, self_deaf: false }]]);
  });

  it("are said again when the session was invalid and a new one began on the same socket", async () => {
    const { scene } = await inCall();
    scene.main.receive({ op: 9, d: false });
    await scene.turn(3000);
    // A first heartbeat may fall into these seconds, before or after.
    expect(scene.main.frames().filter(({ op }) => op === 2)).toHaveLength(2);
    const ready = {
      user: user(OWN_ID),
      session_id: "second",
      resume_gateway_url: "ws://127.0.0.1:1",
      lobbies: [lobby("9")],
    };
    scene.main.receive({ op: 0, s: 1, t: "READY", d: ready });
    expect(scene.op17()).toHaveLength(2);
    scene.main.receive({
      op: 0,
      s: 2,
      t: "LOBBY_VOICE_STATE_UPDATE",
      d: voiceState(OWN_ID, { session_id: "second" }),
    });
    scene.main.receive({
      op: 0,
      s: 3,
      t: "LOBBY_VOICE_SERVER_UPDATE",
      d: { token: "t2", lobby_id: "9", endpoint: "127.0.0.1:2" },
    });
    expect(scene.addon.newest.names()).toContain("serverUpdate");
  });

  it("give their audio callbacks to the media as they are", async () => {
    const scene = await inLobby();
    const [received, captured] = [() => undefined, () => undefined];
    scene.client.startCallWithAudioCallbacks(9n, received, captured);
    expect(scene.addon.newest.argsOf("setAudioCallbacks")).toEqual([[received, captured]]);
  });
});

describe("the policy for blocks that were not filtered", () => {
  it("keeps what a change leaves out", async () => {
    const { scene, call } = await inCall();
    call.setAudioCallbackPolicy({ whenNotFiltered: "mute" });
    call.setAudioCallbackPolicy({ callbackBudgetMs: 60 });
    call.setAudioCallbackPolicy({});
    call.setAudioCallbackPolicy({ whenNotFiltered: "pass", callbackBudgetMs: 0 });
    expect(scene.addon.newest.argsOf("setCallbackPolicy")).toEqual([
      ["mute", 40],
      ["mute", 60],
      ["mute", 60],
      ["pass", 0],
    ]);
  });

  it.each([
    [{ late: "mute" }, "expected the fields whenNotFiltered and callbackBudgetMs, received late"],
    [
      { whenNotFiltered: "muted" },
      'policy.whenNotFiltered: expected one of "pass", "mute", received another text',
    ],
    [
      { whenNotFiltered: true },
      'policy.whenNotFiltered: expected one of "pass", "mute", received boolean true',
    ],
    [{ callbackBudgetMs: "40" }, "policy.callbackBudgetMs: expected a number"],
    [undefined, "policy: expected an object, received undefined"],
    [null, "policy: expected an object, received null"],
  ])("refuses %j, and leaves the filter as it is", async (policy, message) => {
    const { scene, call } = await inCall();
    expect(() => call.setAudioCallbackPolicy(policy as never)).toThrow(message);
    expect(scene.addon.newest.argsOf("setCallbackPolicy")).toEqual([]);
  });
});

describe("an audio callback that fails", () => {
  const failure = (which: "received" | "captured", count: number) => ({
    type: "callbackFailed" as const,
    which,
    count,
    error: new Error("boom"),
  });

  afterEach(() => vi.restoreAllMocks());

  it("is an event for whoever listens, and not printed", async () => {
    const { scene, call } = await inCall();
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const heard: unknown[] = [];
    call.on("audioCallbackFailed", (event) => heard.push(event));
    scene.addon.newest.emit(failure("received", 1), failure("received", 40));
    await scene.turn();
    expect(heard).toEqual([
      { which: "received", count: 1, error: new Error("boom") },
      { which: "received", count: 40, error: new Error("boom") },
    ]);
    expect(printed).not.toHaveBeenCalled();
  });

  it("is printed once for each call when nobody listens, and logged once for each callback", async () => {
    const { scene, call } = await inCall();
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const lines: string[] = [];
    scene.client.addVoiceLogCallback((line) => lines.push(line), LoggingSeverity.Warning);
    call.setAudioCallbackPolicy({ whenNotFiltered: "mute" });
    scene.addon.newest.emit(failure("received", 1), failure("captured", 1), failure("received", 2));
    await scene.turn();
    expect(printed).toHaveBeenCalledOnce();
    expect(printed.mock.calls[0]?.[0]).toMatch(
      /^sdkpp: the received audio callback failed: boom\n.*are silenced/,
    );
    expect(printed.mock.calls[0]?.[1]).toEqual(new Error("boom"));
    expect(lines).toEqual([
      "call 9: the received audio callback failed: boom",
      "call 9: the captured audio callback failed: boom",
    ]);
  });
});

describe("the end of a client", () => {
  it("frees calls and connection, and handles fall back to defaults", async () => {
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

  it("moves: the connection goes on in the new object", async () => {
    const scene = await inLobby();
    const moved = Client.moveFrom(scene.client);
    expect([scene.client.isValid(), moved.isValid(), moved.getLobbyIds()]).toEqual([false, true, [9n]]);
    moved[Symbol.dispose]();
    expect(moved.isValid()).toBe(false);
  });
});

describe("authorize", () => {
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

  it("gives code and redirect address, and the code then the tokens", async () => {
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
  ])("tells %s as %s", async (error, code) => {
    const scene = new Scene({ openUrl: browser((state) => `error=${error}&state=${state}`) });
    scene.client.setApplicationId(1n);
    await expect(scene.client.authorize(args())).rejects.toMatchObject({ code });
  });

  it("is aborted by abortAuthorize and by a second flow", async () => {
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
  it("say warnings and errors only in a release build, by severity", async () => {
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

  it("never show a secret, at any level, and neither does the client when printed", async () => {
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
