import { describe, expect, it } from "vitest";
import { VoiceSession, type VoiceCredentials } from "../../../lib/voice/index.js";
import { FakeAddon, type FakeNativeSession } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { VirtualClock } from "../../support/virtual-clock.js";

interface Scene {
  session: VoiceSession;
  native: FakeNativeSession;
  network: FakeNetwork;
}

const given = { serverId: "1", channelId: 2n, userId: "5", sessionId: "s", token: "t", endpoint: "h:1" };

function made(change: Partial<VoiceCredentials> = {}): Scene {
  const addon = new FakeAddon();
  const network = new FakeNetwork();
  addon.prepare = (session) => {
    session.answers.set("join", () => void session.outputs.push({ type: "requestSession" }));
    session.answers.set("serverUpdate", () => {
      session.outputs.push({ type: "openSocket" }, { type: "identify" });
    });
    session.answers.set("leave", () =>
      session.outputs.push({ type: "status", status: 0, error: 0, errorDetail: 0 }),
    );
  };
  const session = VoiceSession.fromCredentials({
    ...given,
    clock: new VirtualClock(),
    openSocket: network.open,
    loadAddon: () => addon,
    ...change,
  });
  return { session, native: addon.sessions.at(-1)!, network };
}

describe("a voice session from credentials", () => {
  it("connects with them, and only resumes by itself", () => {
    const { session, native, network } = made();
    expect(native.options).toMatchObject({ recovery: "given", userId: 5n });
    expect(network.sockets).toHaveLength(1);
    expect(network.newest.url).toBe("wss://h:1/?v=8");
    expect(network.newest.last()?.d).toMatchObject({
      server_id: "1",
      user_id: "5",
      session_id: "s",
      token: "t",
    });
    expect([session.serverId, session.userId, session.channelId]).toEqual([1n, 5n, 2n]);
  });

  it("is admitted when the media threads have too much to do: its host has joined already", () => {
    const addon = new FakeAddon();
    addon.isOverloaded = true;
    const { session } = made({ loadAddon: () => addon });
    expect(addon.newest.options.admission).toBe("always");
    session.destroy();
  });

  it("begins anew with another server, once, with the newest state", () => {
    const { session, native, network } = made();
    session.updateState({ sessionId: "other", channelId: "3", selfDeaf: false });
    expect([network.sockets.length, session.channelId]).toEqual([1, 3n]);
    expect(native.argsOf("setSelfDeaf")).toEqual([[true], [false]]);
    session.updateServer({ token: "u", endpoint: "[::1]:2" });
    expect(network.sockets).toHaveLength(2);
    expect(network.newest.url).toBe("wss://[::1]:2/?v=8");
    expect(network.newest.last()?.d).toMatchObject({ session_id: "other", token: "u" });
  });

  it("ends with the close code, and frees everything", async () => {
    const { session, native } = made();
    native.emit({ type: "status", status: 0, error: 2, errorDetail: 4006 });
    await expect(session.ready()).rejects.toMatchObject({
      code: "SIGNALLING_UNEXPECTED_CLOSE",
      message: expect.stringContaining("close code 4006") as string,
    });
    const late = (): void => session.updateServer({ token: "u", endpoint: "h:2" });
    expect(late).toThrow(expect.objectContaining({ code: "SIGNALLING_UNEXPECTED_CLOSE" }) as Error);
    session.destroy();
    session.destroy();
    expect(native.isClosed).toBe(true);
    expect(() => session.updateState({ sessionId: "s" })).toThrow(
      expect.objectContaining({ code: "DESTROYED" }) as Error,
    );
  });

  it("leaves its voice session when it is told to", () => {
    const { session, native } = made();
    session.disconnect();
    expect([native.names().includes("leave"), session.status]).toEqual([true, "disconnected"]);
  });
});

describe("invalid credentials", () => {
  it.each([
    ["no server", { serverId: undefined }, "serverId"],
    ["no user", { userId: "x" }, "userId"],
    ["a null channel", { channelId: null }, "channelId"],
    ["an empty session id", { sessionId: "" }, "sessionId: expected a text that is not empty"],
    ["an empty token", { token: "" }, "token: expected a text that is not empty"],
    ["no token", { token: undefined }, "token"],
    [
      "no endpoint at the moment",
      { endpoint: null },
      "endpoint: expected a host such as c-fra1.discord.media:8443, received null (the voice server is gone: " +
        "wait for the next one)",
    ],
    ["no endpoint", { endpoint: undefined }, "endpoint: expected a host"],
    ["an address with a path", { endpoint: "h:1/x" }, "endpoint: expected a host"],
    ["too short a hold", { speakingHoldMs: 19 }, "speakingHoldMs"],
    ["an unknown interval", { deliverEveryMs: 7 }, "deliverEveryMs"],
  ])("are named: %s", (_name, change, message) => {
    expect(() => made(change as never)).toThrow(message);
  });

  it("are named when there are none", () => {
    expect(() => VoiceSession.fromCredentials(undefined as never)).toThrow("credentials: expected an object");
  });

  it.each([
    ["a null server", null, "server: expected an object"],
    ["a null endpoint", { token: "u", endpoint: null }, "the voice server is gone"],
    ["no token", { endpoint: "h:2" }, "token"],
  ])("of another server change nothing: %s", (_name, server, message) => {
    const { session, native } = made();
    const before = native.calls.length;
    expect(() => session.updateServer(server as never)).toThrow(message);
    expect(() => session.updateState({ channelId: 3n } as never)).toThrow("sessionId");
    expect([native.calls.length, session.channelId, session.status]).toEqual([before, 2n, "disconnected"]);
  });

  it("never show the token", () => {
    let shown = "";
    try {
      made({ token: "voice-token-canary", endpoint: "voice-token-canary/" });
    } catch (error) {
      shown = String(error);
    }
    expect(shown).toContain("endpoint");
    expect(shown).not.toContain("canary");
  });
});
