// What bots see of a connection, step by step.
import { afterEach, describe, expect, it } from "vitest";
import {
  getVoiceConnection,
  Networking,
  NetworkingStatusCode,
  VoiceConnectionDisconnectReason,
  VoiceConnectionStatus,
  type VoiceConnectionDisconnectedState,
} from "../../../packages/discordjs-voice/index.js";
import { Scene } from "./scene.js";

const scenes: Scene[] = [];
const scene = (...args: ConstructorParameters<typeof Scene>): Scene => {
  const made = new Scene(...args);
  scenes.push(made);
  return made;
};
const ready = (): Scene => scene().ready();

afterEach(() => {
  for (const one of scenes.splice(0)) one.end();
});

const leave = { guild_id: "1", channel_id: null, self_deaf: true, self_mute: false };
const join = { ...leave, channel_id: "2" };

describe("a join", () => {
  it("asks for a voice session, deaf and not mute", () => {
    const { connection, sent } = scene();
    expect(connection.state.status).toBe("signalling");
    expect(sent).toEqual([join]);
    expect(connection.joinConfig).toMatchObject({ group: "default", selfDeaf: true, selfMute: false });
  });

  it("connects when it has both the state and the server, in either order", () => {
    for (const isStateFirst of [true, false]) {
      const one = scene({ guildId: isStateFirst ? "1" : "9" });
      if (isStateFirst) one.state();
      else one.server();
      expect([one.told, one.engine.sessions]).toEqual([[], []]);
      if (isStateFirst) one.server();
      if (!isStateFirst) {
        one.state();
        one.connection.configureNetworking();
      }
      expect(one.told).toEqual(["connecting"]);
      expect(one.engine.newest.credentials).toMatchObject({
        serverId: "1",
        channelId: "2",
        userId: "5",
        sessionId: "s",
        token: "t",
        endpoint: "h:1",
        e2ee: "preferred",
      });
      one.end();
    }
  });

  it("is ready when sound can flow, and counts its attempts anew", () => {
    const one = scene();
    one.connection.rejoinAttempts = 3;
    one.state();
    one.server();
    expect(one.connection.rejoinAttempts).toBe(3);
    one.engine.newest.turn("connected");
    expect(one.told).toEqual(["connecting", "ready"]);
    expect(one.connection.rejoinAttempts).toBe(0);
  });

  it("is disconnected when the bot library cannot send", () => {
    const { connection } = scene({ isAdapterUp: false });
    expect(connection.state).toMatchObject({
      status: VoiceConnectionStatus.Disconnected,
      reason: VoiceConnectionDisconnectReason.AdapterUnavailable,
    });
  });

  it("takes mute and deaf from the voice state, also while it is connected", () => {
    const one = ready();
    one.library.onVoiceStateUpdate({
      channel_id: "3",
      self_deaf: false,
      self_mute: true,
      session_id: "s",
      user_id: "5",
    });
    expect(one.connection.joinConfig).toMatchObject({ channelId: "3", selfDeaf: false, selfMute: true });
    expect(one.engine.newest.states).toEqual([{ sessionId: "s" }]);
  });

  it("hears while others see it as deaf, and speaks while they see it as mute", () => {
    const one = scene();
    expect(one.sent).toEqual([join]);
    one.ready();
    expect(one.engine.newest.credentials).toMatchObject({ selfDeaf: false, selfMute: false });
  });

  it("stays where it is when the voice state names no channel", () => {
    const one = ready();
    one.state(null);
    expect([one.told, one.connection.joinConfig.channelId]).toEqual([[], "2"]);
  });

  it("reports what the engine cannot open as an error event", () => {
    const one = scene();
    const errors: string[] = [];
    one.connection.on("error", ({ message }) => errors.push(message));
    one.engine.sessions.push = () => {
      throw new Error("no addon");
    };
    one.state();
    one.server();
    expect([errors, one.connection.state.status]).toEqual([["no addon"], "signalling"]);
  });
});

/** By close code: what follows, and what is sent. */
const CLOSES: [string, number, boolean, string[], (typeof join)[]][] = [
  ["a lost socket resumes", 1006, true, ["connecting"], []],
  ["a server that restarts resumes", 4015, true, ["connecting"], []],
  ["a resume that is not possible joins again", 1006, false, ["signalling"], [join]],
  ["an unknown opcode joins again", 4001, false, ["signalling"], [join]],
  ["a session that is not valid joins again", 4006, false, ["signalling"], [join]],
  ["a session that timed out joins again", 4009, false, ["signalling"], [join]],
  ["a server that is not found joins again", 4011, false, ["signalling"], [join]],
  ["a disconnect is final until the bot rejoins", 4014, false, ["disconnected 4014"], []],
  ["an unknown encryption mode joins again", 4016, false, ["signalling"], [join]],
  ["a channel that requires encryption joins again", 4017, false, ["signalling"], [join]],
  ["a rate limit joins again", 4021, false, ["signalling"], [join]],
  ["a call that was ended joins again", 4022, false, ["signalling"], [join]],
];

describe("the voice gateway closes", () => {
  it.each(CLOSES)("%s (%i)", (_name, code, willRetry, told, sent) => {
    const one = ready();
    one.engine.newest.close(code, willRetry);
    expect([one.told, one.sent]).toEqual([told, sent]);
    expect(one.connection.rejoinAttempts).toBe(sent.length);
    expect(one.engine.newest.isDestroyed).toBe(!willRetry);
  });

  it.each([4014, 4021, 4022])("and %i is final for the next version of the original", (code) => {
    const one = scene({ upstream: "next" }).ready();
    one.engine.newest.close(code);
    expect([one.told, one.sent]).toEqual([[`disconnected ${String(code)}`], []]);
  });

  it("and the next version joins again after others, as this one does", () => {
    const one = scene({ upstream: "next" }).ready();
    one.engine.newest.close(4006);
    expect([one.told, one.sent]).toEqual([["signalling"], [join]]);
  });

  it("and there is no third version", () => {
    expect(() => new Scene({ upstream: "0.18" as never })).toThrow(
      'upstream: expected "0.19" or "next", received "0.18"',
    );
  });

  it("and a resume ends in ready again", () => {
    const one = ready();
    one.engine.newest.close(4015, true);
    one.engine.newest.turn("connected");
    expect(one.told).toEqual(["connecting", "ready"]);
  });

  it("and the next voice session is ready with new credentials", () => {
    const one = ready();
    one.engine.newest.close(4006);
    one.state("2", "other");
    one.server("h:1", "u");
    one.engine.newest.turn("connected");
    expect(one.told).toEqual(["signalling", "connecting", "ready"]);
    expect(one.engine.newest.credentials).toMatchObject({ sessionId: "other", token: "u" });
  });

  it("and the bot library cannot send", () => {
    const one = ready();
    one.isAdapterUp = false;
    one.engine.newest.close(4006);
    expect(one.told).toEqual(["signalling", "disconnected reason 1"]);
  });

  it("before it was ready", () => {
    const one = scene();
    one.state();
    one.server();
    one.engine.newest.close(4006);
    expect(one.told).toEqual(["connecting", "signalling"]);
  });

  it("and says so to those who listen to the networking", () => {
    const one = ready();
    const codes: number[] = [];
    (Reflect.get(one.connection.state, "networking") as Networking).on("close", (code) => codes.push(code));
    one.engine.newest.close(4006);
    expect(codes).toEqual([4006]);
  });
});

describe("the service", () => {
  it("takes the voice server away, and gives another", () => {
    const one = ready();
    one.server(null);
    one.server("h:2");
    one.engine.newest.turn("connected");
    expect(one.told).toEqual(["disconnected reason 2", "connecting", "ready"]);
    expect(one.engine.sessions.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false]);
  });

  it("moves the bot to another server", () => {
    const one = ready();
    one.state("3");
    one.server("h:2");
    one.engine.newest.turn("connected");
    expect(one.told).toEqual(["connecting", "ready"]);
    expect(one.engine.newest.credentials).toMatchObject({ endpoint: "h:2", channelId: "3" });
  });
});

describe("rejoin", () => {
  it("asks again while it is ready, and changes no state", () => {
    const one = ready();
    expect(one.connection.rejoin({ channelId: "7", selfDeaf: false, selfMute: true })).toBe(true);
    expect(one.sent).toEqual([{ guild_id: "1", channel_id: "7", self_deaf: false, self_mute: true }]);
    expect([one.told, one.connection.rejoinAttempts]).toEqual([[], 0]);
  });

  it("signals from disconnected, and counts", () => {
    const one = ready();
    one.engine.newest.close(4014);
    expect(one.connection.rejoin()).toBe(true);
    expect(one.told).toEqual(["disconnected 4014", "signalling"]);
    expect(one.connection.rejoinAttempts).toBe(1);
  });

  it("is disconnected when the bot library cannot send", () => {
    const one = ready();
    one.isAdapterUp = false;
    expect(one.connection.rejoin()).toBe(false);
    expect(one.told).toEqual(["disconnected reason 1"]);
  });

  it("does nothing when it is destroyed", () => {
    const one = ready();
    one.connection.destroy();
    expect(one.connection.rejoin()).toBe(false);
    expect(one.sent).toEqual([leave]);
  });
});

describe("disconnect", () => {
  it("leaves the channel and ends the session", () => {
    const one = ready();
    expect(one.connection.disconnect()).toBe(true);
    expect([one.told, one.sent]).toEqual([["disconnected reason 3"], [leave]]);
    expect(one.engine.newest.isDestroyed).toBe(true);
    expect(one.connection.joinConfig.channelId).toBeNull();
  });

  it("says when the bot library cannot send", () => {
    const one = ready();
    one.isAdapterUp = false;
    expect(one.connection.disconnect()).toBe(false);
    expect(one.told).toEqual(["disconnected reason 1"]);
  });

  it("does nothing while it signals or is destroyed", () => {
    const one = scene();
    expect(one.connection.disconnect()).toBe(false);
    one.connection.destroy();
    expect(one.connection.disconnect()).toBe(false);
  });
});

describe("destroy", () => {
  it("leaves, ends the session, frees the adapter, and is forgotten", () => {
    const one = ready();
    one.connection.destroy();
    expect([one.told, one.sent, one.isAdapterDestroyed]).toEqual([["destroyed"], [leave], true]);
    expect(one.engine.newest.isDestroyed).toBe(true);
    expect(getVoiceConnection("1")).toBeUndefined();
  });

  it("sends nothing when the adapter is not available", () => {
    const one = ready();
    one.library.destroy();
    expect([one.told, one.sent]).toEqual([["destroyed"], []]);
  });

  it("throws the second time, in the words that programs look for", () => {
    const { connection } = ready();
    connection.destroy();
    expect(() => connection.destroy()).toThrow(
      "Cannot destroy VoiceConnection - it has already been destroyed",
    );
  });

  it("ignores what the main gateway says afterwards", () => {
    const one = ready();
    one.connection.destroy();
    one.state();
    one.server();
    one.server(null);
    expect([one.told, one.engine.sessions.length]).toEqual([["destroyed"], 1]);
  });
});

describe("events", () => {
  it("name each status, and a change of the state alone", () => {
    const one = scene();
    const seen: string[] = [];
    one.connection.on(VoiceConnectionStatus.Connecting, ({ status }, now) => {
      seen.push(`connecting: ${status} ${now.status}`);
    });
    one.connection.on("stateChange", (before, now) => seen.push(`${before.status} ${now.status}`));
    one.state();
    one.server();
    one.connection.state = { ...one.connection.state };
    expect(seen).toEqual([
      "signalling connecting",
      "connecting: signalling connecting",
      "connecting connecting",
    ]);
  });

  it("tell each step of the way to a voice server", () => {
    const one = scene();
    const codes: (number | undefined)[] = [];
    one.connection.on("stateChange", (_before, now) => {
      codes.push((Reflect.get(now, "networking") as Networking | undefined)?.state.code);
    });
    one.state();
    one.server();
    for (const phase of ["openSocket", "identify", "discoverAddress", "selectProtocol", "connected"] as const)
      one.engine.newest.emit("phase", phase, "");
    one.engine.newest.turn("connected");
    one.engine.newest.emit("phase", "selectProtocol", "anew");
    expect(codes).toEqual([0, 1, 2, 3, 4]);
    expect(one.told).toEqual(["connecting", "ready"]);
  });

  it("tell transitions of the encryption", () => {
    const { connection, engine } = ready();
    const seen: number[] = [];
    connection.on("transitioned", (id) => seen.push(id));
    engine.newest.emit("transitioned", 7);
    expect(seen).toEqual([7]);
  });

  it("debug comes with the option only", () => {
    for (const debug of [true, false]) {
      const one = scene({ debug, guildId: String(debug) });
      const words: string[] = [];
      one.connection.on("debug", (message) => words.push(message));
      one.state();
      one.server();
      one.engine.newest.emit("warning", "the sun shines");
      expect(words).toEqual(debug ? ["[engine] the sun shines"] : []);
    }
  });
});

describe("the networking of a state", () => {
  it("is an emitter with the state that programs look for", () => {
    const { connection, engine } = ready();
    const networking = Reflect.get(connection.state, "networking") as Networking;
    const state = networking.state as Extract<Networking["state"], { code: NetworkingStatusCode.Ready }>;
    expect(networking).toBeInstanceOf(Networking);
    expect(state.code).toBe(NetworkingStatusCode.Ready);
    state.dave?.session.setPassthroughMode(true, 10);
    state.dave?.recoverFromInvalidTransition(1);
    expect([state.dave?.reinitializing, state.dave?.session.ready]).toEqual([false, false]);
    const seen: [number, number][] = [];
    networking.on("stateChange", (before, now) => seen.push([before.code, now.code]));
    engine.newest.close(4015, true);
    engine.newest.turn("connected");
    expect(seen).toEqual([
      [4, 5],
      [5, 4],
    ]);
  });

  it("has the ping of the UDP socket", () => {
    const one = scene();
    expect(one.connection.ping).toEqual({ ws: undefined, udp: undefined });
    expect(one.ready().connection.ping).toEqual({ ws: undefined, udp: 7 });
  });

  it("tells the codes of the end-to-end encryption", async () => {
    const { connection, engine } = ready();
    expect(connection.voicePrivacyCode).toBeUndefined();
    engine.newest.encryption = { state: "on", version: 1, epoch: 2n, privacyCode: "12345" };
    expect(connection.voicePrivacyCode).toBe("12345");
    expect(await connection.getVerificationCode("6")).toBe("code");
    await expect(connection.getVerificationCode("7")).rejects.toThrow(
      "user 7 is not in an encrypted call with this bot",
    );
  });
});

describe("single packets", () => {
  it("are prepared and dispatched while it is ready", async () => {
    const one = scene();
    const packet = Buffer.from([1, 2]);
    expect([one.connection.prepareAudioPacket(packet), one.connection.dispatchAudio()]).toEqual([
      undefined,
      undefined,
    ]);
    expect(one.connection.playOpusPacket(packet)).toBeUndefined();
    const { connection, engine } = one.ready();
    expect(connection.dispatchAudio()).toBe(false);
    expect(connection.prepareAudioPacket(packet)).toBe(packet);
    expect(connection.dispatchAudio()).toBe(true);
    expect(connection.playOpusPacket(Buffer.from([3]))).toBe(true);
    expect(engine.newest.inputs).toHaveLength(1);
    const { packets } = engine.newest.inputs[0]!.what as { packets: AsyncGenerator<Buffer> };
    expect([(await packets.next()).value, (await packets.next()).value]).toEqual([packet, Buffer.from([3])]);
  });

  it("open another input when something else took the place of theirs", async () => {
    const { connection, engine } = ready();
    connection.playOpusPacket(Buffer.from([1]));
    engine.newest.play("another source");
    await Promise.resolve();
    connection.playOpusPacket(Buffer.from([2]));
    expect(engine.newest.inputs).toHaveLength(3);
  });

  it("speaking is the engine's business", () => {
    const one = scene();
    expect(one.connection.setSpeaking(true)).toBe(false);
    expect(one.ready().connection.setSpeaking(true)).toBeUndefined();
  });
});

it("reasons and codes are numbers both ways", () => {
  expect(VoiceConnectionDisconnectReason[VoiceConnectionDisconnectReason.EndpointRemoved]).toBe(
    "EndpointRemoved",
  );
  expect(NetworkingStatusCode[4]).toBe("Ready");
  const state = ready().connection.state as unknown as VoiceConnectionDisconnectedState;
  expect(state.reason).toBeUndefined();
});
