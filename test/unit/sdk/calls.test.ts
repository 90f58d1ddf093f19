import { afterEach, describe, expect, it, vi } from "vitest";
import { ArgumentRangeError, LoggingSeverity, type Subscription } from "../../../lib/index.js";
import { inCall, inLobby, voiceState } from "./call-scene.js";
import { lobby, member, OWN_ID, Scene, user } from "./scene.js";

/** The media's answer when a call is left. */
function letLeave({ addon }: Scene): void {
  const native = addon.newest;
  native.answers.set("leave", () =>
    native.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
  );
}

describe("calls", () => {
  it("join with op 17 and pass on the voice session", async () => {
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

  it("hand the sound of a participant to all who listen, taken once, until the last one ends", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    const heard: [string, number[]][] = [];
    const listen = (name: string): Subscription =>
      call.listen("6", (samples) => void heard.push([name, [...samples]]));
    const sounds = (value: number): void => {
      const head = [native.tagOf(6n), 1, 0, 4, 0, 0, 0, 0];
      native.received = Uint32Array.from([36, 0, ...head, value, 0]).buffer;
      native.options.onWake(false);
    };
    const first = listen("first");
    const broken = call.listen(6n, () => {
      throw new Error("no meter");
    });
    const second = listen("second");
    sounds(1);
    first.dispose();
    first.dispose();
    sounds(2);
    expect(heard).toEqual([
      ["first", [1, 0]],
      ["second", [1, 0]],
      ["second", [2, 0]],
    ]);
    await scene.turn();
    expect(scene.logs).toContainEqual(expect.stringContaining('a listener of "listen" threw: no meter'));
    second.dispose();
    expect([native.argsOf("subscribe").length, native.argsOf("unsubscribe")]).toEqual([1, []]);
    broken.dispose();
    expect(native.argsOf("unsubscribe")).toEqual([[6n]]);
    listen("again");
    expect(native.argsOf("subscribe").length).toBe(2);
    expect(() => call.listen("six", () => undefined)).toThrow("userId");
    expect(() => call.listen(6n, "loud" as never)).toThrow("listener");
  });

  it("end what listens to them, which may then be disposed of", async () => {
    const { scene, call } = await inCall();
    const listening = call.listen(6n, () => undefined);
    letLeave(scene);
    await scene.client.endCall(9n);
    listening.dispose();
    expect(scene.addon.newest.names()).not.toContain("unsubscribe");
    expect(() => call.listen(6n, () => undefined)).toThrow("this call is over");
  });

  it("say how their source ended, and log what was lost of it", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    const ends: unknown[] = [];
    call.on("inputEnded", (end) => ends.push(end));
    call.playWav(Uint8Array.of(1));
    native.emit({ type: "inputEnded" });
    const losses = { packets: 0, bytes: 4, pages: 0, atMs: 20, playedMs: 20 };
    call.playWav(Uint8Array.of(1));
    native.emit({ type: "inputEnded", losses });
    native.answers.set("openOggInput", () => 2);
    call.playOgg(Uint8Array.of(1));
    await scene.turn();
    expect(ends).toEqual([
      { reason: "finished", losses: undefined },
      { reason: "damaged", losses },
    ]);
    const told = scene.logs.filter((line) => /the source|the Ogg file/.test(line));
    expect(told).toEqual([
      expect.stringContaining("the source is damaged: skipped 4 bytes that are damaged or missing"),
      expect.stringContaining("the source asks players for +2.0 dB, which is not applied"),
    ]);
  });

  it("are rejected when the platform would not respond", async () => {
    const scene = await inLobby();
    scene.client.startCall(404n);
    expect(scene.addon.newest.names()).toContain("joinRefused");
    const early = new Scene();
    expect([early.client.startCall(9n).isValid(), early.addon.sessions.length]).toEqual([false, 0]);
  });

  it("send mute and deaf to the platform and to the media, once per change", async () => {
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

  it("reject levels outside their ranges, and change nothing", async () => {
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

  it("accept levels up to their limits", async () => {
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

  it("emit their events through the queue", async () => {
    const { scene, call } = await inCall();
    const reported: unknown[] = [];
    call.setStatusChangedCallback((...args) => reported.push(["status", ...args]));
    call.setSpeakingStatusChangedCallback((...args) => reported.push(["speaking", ...args]));
    call.setParticipantChangedCallback((...args) => reported.push(["participant", ...args]));
    call.setOnVoiceStateChangedCallback((...args) => reported.push(["voiceState", ...args]));
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6"));
    scene.dispatch("LOBBY_VOICE_STATE_UPDATE", voiceState("6", { self_deaf: true }));
    scene.addon.newest.emit(
      { type: "status", status: 4, error: 0, errorDetail: 0 },
      { type: "speakingChanged", userId: 6n, speaking: true },
    );
    expect(reported).toEqual([]);
    await scene.turn();
    expect(reported).toEqual([
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
    letLeave(scene);
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

  it("end together", async () => {
    const { scene, call } = await inCall();
    letLeave(scene);
    await scene.client.endCalls();
    expect([call.isValid(), scene.client.getCalls(), scene.op17().at(-1)]).toEqual([false, [], []]);
  });

  it("are refused when the media threads have no time for another one, except the only one", async () => {
    const { scene } = await inCall();
    scene.addon.isOverloaded = true;
    scene.dispatch("LOBBY_CREATE", lobby("10", { members: [member(OWN_ID)] }));
    const sent = scene.op17().length;
    expect(scene.client.startCall(10n).isValid()).toBe(false);
    await scene.turn();
    expect(scene.logs.at(-1)).toBe("call 10 not started: The media threads have no time");
    expect(scene.op17()).toHaveLength(sent);
    scene.addon.newest.emit({ type: "status", status: 0, error: 4, errorDetail: 0 });
    await scene.turn();
    expect(scene.client.startCall(10n).isValid()).toBe(true);
  });

  it("say in the log when their media thread has too much to do", async () => {
    const { scene, call } = await inCall();
    const load = { thread: 0, members: 150, tickMs: 18.26, lateTicks: 3 };
    for (const action of ["moved", "opened", "starved", "reduced", "refusing"] as const)
      scene.addon.load({ ...load, action });
    await scene.turn();
    const told = scene.logs.filter((line) => line.includes("media thread"));
    expect(told).toEqual([
      "a media thread needs 18.3 of every 20 ms for 150 sessions and players: they are encoded with complexity 5 from now on",
      expect.stringContaining("new calls are refused while it lasts"),
    ]);
    expect(call.getStats().mediaThreads).toEqual([]);
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

  it("end with disconnect, and report it first", async () => {
    const { scene, call } = await inCall();
    const native = scene.addon.newest;
    native.answers.set("leave", () =>
      native.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
    scene.client.disconnect();
    await scene.turn();
    expect([call.isValid(), scene.op17().at(-1), scene.main.closedWith]).toEqual([false, [], 1000]);
  });

  it("are sent again after a new session, and after a resume", async () => {
    const { scene } = await inCall();
    scene.main.receive({ op: 7, d: null });
    await scene.turn();
    scene.network.newest.listener.opened();
    scene.network.newest.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    scene.dispatch("RESUMED", {});
    expect(scene.op17()).toEqual([[{ lobby_id: "9", self_mute: false, self_deaf: false }]]);
  });

  it("are sent again when the session was invalid and a new one began on the same socket", async () => {
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

  it("pass their audio callbacks to the media unchanged", async () => {
    const scene = await inLobby();
    const [received, captured] = [() => undefined, () => undefined];
    scene.client.startCallWithAudioCallbacks(9n, received, captured);
    expect(scene.addon.newest.argsOf("setAudioCallbacks")).toEqual([[received, captured]]);
  });
});

describe("the policy for blocks that were not filtered", () => {
  it("keeps omitted fields", async () => {
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
  ])("rejects %j, and leaves the filter unchanged", async (policy, message) => {
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

  it("is emitted to a listener, and not printed", async () => {
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

  it("is printed once per call without a listener, and logged once per callback", async () => {
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
