import { describe, expect, it } from "vitest";
import {
  parseGatewayAddress,
  parseGatewayFrame,
  parseLobby,
  parseLobbyMember,
  parseReady,
  parseUser,
  parseVoiceServer,
  parseVoiceState,
  readHttpError,
} from "../../../lib/protocol/index.js";

const user = {
  id: "5",
  username: "ada",
  discriminator: "0",
  global_name: null,
  avatar: null,
  public_flags: 0,
};

describe("gateway frames", () => {
  it("treats wrong numbers and names as absent", () => {
    expect(parseGatewayFrame('{"op":0,"d":1,"s":"5","t":7}')).toEqual({ op: 0, d: 1, s: null, t: null });
    expect(parseGatewayFrame('{"op":0,"d":1,"s":5,"t":"X","more":1}')).toEqual({ op: 0, d: 1, s: 5, t: "X" });
  });
  it.each(["", "nonsense", "[]", "null", "{}", '{"op":"0"}', '{"op":null}'])("rejects %s", (text) => {
    expect(parseGatewayFrame(text)).toBeUndefined();
  });
});

describe("users", () => {
  it("knows a provisional account by its flag, also beside higher bits", () => {
    expect(parseUser({ ...user, public_flags: 2 ** 40 + 2 ** 23 })?.isProvisional).toBe(true);
    expect(parseUser({ ...user, public_flags: 2 ** 40 })?.isProvisional).toBe(false);
  });
  it.each([[{ id: "5" }], [{ ...user, id: 0.5 }], [{ ...user, username: 5 }], [null], ["5"], [[user]]])(
    "rejects %j",
    (value) => {
      expect(parseUser(value)).toBeUndefined();
    },
  );
});

describe("lobbies", () => {
  it("reads a member of either form", () => {
    expect(parseLobbyMember({ id: "5", metadata: null, flags: 1 })).toMatchObject({
      id: 5n,
      canLinkLobby: true,
      user: undefined,
    });
    const gateway = { user_id: "5", user, metadata: { a: "b" }, flags: 0, connected: true };
    expect(parseLobbyMember(gateway)).toMatchObject({ id: 5n, connected: true, user: { username: "ada" } });
  });

  it("keeps metadata away from prototypes and skips values that are not strings", () => {
    const lobby = parseLobby(JSON.parse('{"id":"1","metadata":{"__proto__":"x","constructor":"y","n":5}}'));
    expect(Object.getPrototypeOf(lobby?.metadata)).toBeNull();
    expect({ ...lobby?.metadata }).toEqual({ ["__proto__"]: "x", constructor: "y" });
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("skips invalid members and voice states", () => {
    const lobby = parseLobby({
      id: "1",
      members: [{ id: "2" }, 5, null, { id: "x" }],
      voice_states: [{ user_id: "2" }, []],
    });
    expect(lobby?.members.map(({ id }) => id)).toEqual([2n]);
    expect(lobby?.voiceStates).toEqual([]);
    expect(parseLobby({ id: "1", members: "none" })?.members).toEqual([]);
  });

  it.each([[null], [{}], [{ id: 1.5 }], [[]]])("rejects %j", (value) => {
    expect(parseLobby(value)).toBeUndefined();
  });
});

describe("READY", () => {
  it("requires only a user and a session", () => {
    expect(parseReady({ user, session_id: "s" })).toMatchObject({
      sessionId: "s",
      lobbies: [],
      scopes: undefined,
    });
    expect(parseReady({ user: { id: "5" }, session_id: "s" })).toBeUndefined();
    expect(parseReady({ user })).toBeUndefined();
  });
  it("reads scopes and disabled functions", () => {
    const ready = parseReady({
      user,
      session_id: "s",
      scopes: ["a", 1],
      feature_flags: { disabled_functions: ["LeaveLobby"] },
    });
    expect(ready).toMatchObject({ scopes: ["a"], disabledFunctions: ["LeaveLobby"] });
  });
});

describe("a READY with a broken part", () => {
  const fields = ["lobbies", "relationships", "game_relationships", "presences", "private_channels"];
  it.each(fields)("begins without it, and names it: %s", (name) => {
    for (const broken of [5, "x", {}, [{}], [null]])
      expect(parseReady({ user, session_id: "s", [name]: broken })?.ignored).toEqual([`1 of ${name}`]);
    for (const absent of [undefined, null, []])
      expect(parseReady({ user, session_id: "s", [name]: absent })?.ignored).toEqual([]);
  });
});

describe("voice hand-over", () => {
  it("reads a server update, with and without an endpoint", () => {
    expect(parseVoiceServer({ token: "t", guild_id: "1", endpoint: "voice.example:443" })).toMatchObject({
      guildId: 1n,
      endpoint: "voice.example:443",
    });
    expect(parseVoiceServer({ token: "t", lobby_id: "1", endpoint: null })?.endpoint).toBeUndefined();
    expect(parseVoiceServer({ token: "t", endpoint: "[::1]:9" })?.endpoint).toBe("[::1]:9");
  });
  it.each(["evil/path", "user@host", "host:port", "http://host", "a b", "host:123456", ""])(
    "rejects the endpoint %s",
    (endpoint) => {
      expect(parseVoiceServer({ token: "t", endpoint })).toBeUndefined();
    },
  );
  it("rejects a voice state without user or session", () => {
    expect(parseVoiceState({ user_id: "1", session_id: "s", channel_id: null })).toMatchObject({
      channelId: undefined,
    });
    expect(parseVoiceState({ user_id: "1" })).toBeUndefined();
    expect(parseVoiceState({ session_id: "s" })).toBeUndefined();
  });
  it.each(["http://x", "ftp://x", "x", "wss://", 5, null])("rejects the gateway address %j", (url) => {
    expect(parseGatewayAddress({ url })).toBeUndefined();
  });
});

describe("HTTP errors", () => {
  it.each([
    [
      '{"code":50035,"message":"Invalid Form Body"}',
      null,
      { code: 50035, message: "Invalid Form Body", retryAfter: 0 },
    ],
    [
      '{"error":"invalid_grant","error_description":"no"}',
      null,
      { code: 0, message: "invalid_grant: no", retryAfter: 0 },
    ],
    [
      '{"message":"slow","retry_after":1.5,"global":false}',
      "2",
      { code: 0, message: "slow", retryAfter: 1.5 },
    ],
    ["<html>", "3", { code: 0, message: "HTTP 429", retryAfter: 3 }],
    ['{"code":"x","message":5,"retry_after":-1}', "soon", { code: 0, message: "HTTP 429", retryAfter: 0 }],
  ])("reads %s", (body, header, facts) => {
    expect(readHttpError(429, body, header)).toEqual(facts);
  });
});
