import { describe, expect, it } from "vitest";
import {
  AudioDevice,
  AuthorizationArgs,
  AuthorizationCodeChallenge,
  Call,
  CallInfoHandle,
  ChannelType,
  Client,
  ClientCreateOptions,
  ClientResult,
  DeviceAuthorizationArgs,
  ErrorType,
  GuildChannel,
  GuildMinimal,
  IntegrationType,
  LinkedChannel,
  LinkedLobby,
  LobbyHandle,
  LobbyMemberHandle,
  SdkError,
  UserHandle,
  VoiceStateHandle,
} from "../../../lib/index.js";

type Field = [name: string, before: unknown, value: unknown];

const challenge = new AuthorizationCodeChallenge();
challenge.challenge = "abc";

const classes: [new () => object, ...Field[]][] = [
  [
    AuthorizationArgs,
    ["clientId", 0n, 18446744073709551615n],
    ["scopes", "", "openid"],
    ["state", undefined, "s"],
    ["nonce", undefined, "n"],
    ["integrationType", undefined, IntegrationType.UserInstall],
    ["customSchemeParam", undefined, "game"],
  ],
  [DeviceAuthorizationArgs, ["clientId", 0n, 18446744073709551615n], ["scopes", "", "openid"]],
  [AudioDevice, ["id", "", "hw:0"], ["name", "", "Headset"], ["isDefault", false, true]],
  [GuildMinimal, ["id", 0n, 18446744073709551615n], ["name", "", "Server"]],
  [LinkedLobby, ["applicationId", 0n, 18446744073709551615n], ["lobbyId", 0n, 7n]],
  [LinkedChannel, ["id", 0n, 18446744073709551615n], ["name", "", "general"], ["guildId", 0n, 7n]],
  [
    GuildChannel,
    ["id", 0n, 18446744073709551615n],
    ["name", "", "general"],
    ["type", ChannelType.GuildText, ChannelType.GuildForum],
    ["position", 0, -2147483648],
    ["parentId", undefined, 7n],
    ["isLinkable", false, true],
    ["isViewableAndWriteableByAllMembers", false, true],
  ],
  [AuthorizationCodeChallenge, ["method", 0, 0], ["challenge", "", "c"]],
  [
    ClientResult,
    ["type", 0, ErrorType.HTTPError],
    ["error", "", "e"],
    ["errorCode", 0, 50035],
    ["status", 0, 429],
    ["responseBody", "", "{}"],
    ["successful", true, false],
    ["retryable", false, true],
    ["retryAfter", 0, 1.5],
  ],
  [
    ClientCreateOptions,
    ["webBase", "", "http://w"],
    ["apiBase", "", "http://a"],
    ["experimentalAudioSystem", 0, 1],
    ["experimentalAndroidPreventCommsForBluetooth", false, true],
    ["cpuAffinityMask", undefined, 3n],
  ],
];

interface AnyValue {
  [name: string]: unknown;
  isValid(): boolean;
  clone(): AnyValue;
  assign(other: AnyValue): AnyValue;
  moveAssign(other: AnyValue): AnyValue;
}
type AnyClass = (new () => AnyValue) & { nullobj: AnyValue; moveFrom(other: AnyValue): AnyValue };

const setterOf = (name: string): string => `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const cases = classes.map(([Type, ...fields]) => [Type.name, Type, fields] as const);

describe.each(cases)("%s", (_name, constructor, fields) => {
  const Type = constructor as AnyClass;
  const filled = (): AnyValue => {
    const value = new Type();
    for (const [name, , content] of fields) value[name] = content;
    return value;
  };
  const contents = (value: AnyValue): unknown[] => fields.map(([name]) => value[name]);
  const defaults = fields.map(([, before]) => before);
  const values = fields.map(([, , value]) => value);

  it("begins with its defaults, and valid", () => {
    expect(contents(new Type())).toEqual(defaults);
    expect(new Type().isValid()).toBe(true);
  });

  it("takes each field by property and by setter", () => {
    const bySetter = new Type();
    for (const [name, , value] of fields)
      (bySetter[setterOf(name)] as (value: unknown) => void).call(bySetter, value);
    expect(contents(filled())).toEqual(values);
    expect(contents(bySetter)).toEqual(values);
  });

  it("copies by clone and assign, independently", () => {
    const [original, target] = [filled(), new Type()];
    const copy = original.clone();
    expect(target.assign(original)).toBe(target);
    for (const [name, before] of fields) original[name] = before;
    expect([contents(copy), contents(target)]).toEqual([values, values]);
  });

  it("moves: the source becomes invalid", () => {
    const [first, second] = [filled(), filled()];
    const moved = Type.moveFrom(first);
    const target = new Type();
    expect(target.moveAssign(second)).toBe(target);
    expect([contents(moved), contents(target)]).toEqual([values, values]);
    expect([first.isValid(), second.isValid()]).toEqual([false, false]);
    expect(contents(first)).toEqual(defaults);
  });

  it("survives a move to itself", () => {
    const value = filled();
    value.moveAssign(value);
    expect([value.isValid(), contents(value)]).toEqual([true, values]);
  });

  it("copies invalidity", () => {
    const target = filled();
    expect(Type.nullobj.clone().isValid()).toBe(false);
    expect(target.assign(Type.nullobj).isValid()).toBe(false);
    expect(target.assign(filled()).isValid()).toBe(true);
  });

  it("has a nullobj that stays unchanged", () => {
    const [[name, , value]] = fields as [Field];
    expect([Type.nullobj.isValid(), contents(Type.nullobj)]).toEqual([false, defaults]);
    expect(() => (Type.nullobj[name] = value)).toThrow(SdkError);
    expect(() => Type.nullobj.assign(filled())).toThrow(SdkError);
    expect(() => Type.nullobj.moveAssign(filled())).toThrow(SdkError);
    expect(Type.nullobj.isValid()).toBe(false);
  });
});

describe("nested value objects", () => {
  it("are copied in and out", () => {
    const args = new AuthorizationArgs();
    args.codeChallenge = challenge;
    const got = args.codeChallenge;
    got!.challenge = "changed outside";
    expect(args.codeChallenge?.challenge).toBe("abc");
    args.setCodeChallenge(undefined);
    expect(args.codeChallenge).toBeUndefined();
  });
});

describe("a guild's channel", () => {
  const linked = (): LinkedLobby => {
    const value = new LinkedLobby();
    value.setLobbyId("7");
    return value;
  };

  it("copies its linked lobby in and out", () => {
    const channel = new GuildChannel();
    const given = linked();
    channel.linkedLobby = given;
    given.lobbyId = 8n;
    channel.linkedLobby!.lobbyId = 9n;
    expect(channel.linkedLobby?.lobbyId).toBe(7n);
    expect(channel.clone().linkedLobby?.lobbyId).toBe(7n);
    channel.setLinkedLobby(undefined);
    expect(channel.linkedLobby).toBeUndefined();
  });

  it.each<[string, unknown, new (message: string) => Error]>([
    ["type", 9, RangeError],
    ["type", "text", TypeError],
    ["position", 2 ** 31, RangeError],
    ["position", 1.5, TypeError],
    ["parentId", "x", TypeError],
    ["name", 5, TypeError],
    ["isLinkable", 1, TypeError],
    ["isViewableAndWriteableByAllMembers", "yes", TypeError],
    ["linkedLobby", {}, TypeError],
  ])("rejects %s %j and stays unchanged", (field, value, error) => {
    const channel = new GuildChannel() as unknown as Record<string, unknown>;
    const before = channel[field];
    expect(() => (channel[field] = value)).toThrow(error);
    expect(channel[field]).toBe(before);
  });
});

describe("64-bit ids", () => {
  it("are accepted as decimal strings too, and checked", () => {
    const args = new AuthorizationArgs();
    args.clientId = "18446744073709551615";
    expect(args.clientId).toBe(18446744073709551615n);
    for (const wrong of ["", "01", "1.5", 5, null])
      expect(() => args.setClientId(wrong as never), String(wrong)).toThrow(TypeError);
    for (const outside of ["-1", "18446744073709551616", -1n, 2n ** 64n])
      expect(() => args.setClientId(outside)).toThrow(
        `clientId: expected an id from 0 to 18446744073709551615, received ${String(outside)}`,
      );
  });
});

describe("audio devices", () => {
  const device = (id: string, name: string): AudioDevice => {
    const value = new AudioDevice();
    value.id = id;
    value.name = name;
    return value;
  };

  it("are equal by their ids alone", () => {
    expect(device("hw:0", "Headset").equals(device("hw:0", "USB headset"))).toBe(true);
    expect(device("hw:0", "Headset").equals(device("hw:1", "Headset"))).toBe(false);
  });
});

describe("a setter", () => {
  it.each<[string, () => void]>([
    ["scopes: expected a string", () => new DeviceAuthorizationArgs().setScopes(5 as never)],
    ["clientId: expected a 64-bit id", () => new DeviceAuthorizationArgs().setClientId("x")],
    ["id: expected a string", () => new AudioDevice().setId(undefined as never)],
    ["name: expected a string", () => new AudioDevice().setName(1n as never)],
    ["isDefault: expected a boolean", () => new AudioDevice().setIsDefault("yes" as never)],
  ])("rejects an invalid value: %s", (message, set) => {
    expect(set).toThrow(TypeError);
    expect(set).toThrow(message);
  });
});

describe("invalid handles", () => {
  it.each([
    [
      "UserHandle",
      UserHandle.nullobj,
      { id: 0n, username: "", displayName: "", avatar: undefined, isProvisional: false },
    ],
    ["LobbyHandle", LobbyHandle.nullobj, { id: 0n, lobbyMemberIds: [], lobbyMembers: [] }],
    [
      "LobbyMemberHandle",
      LobbyMemberHandle.nullobj,
      { id: 0n, connected: false, canLinkLobby: false, user: undefined },
    ],
    ["CallInfoHandle", CallInfoHandle.nullobj, { channelId: 0n, guildId: 0n }],
    ["VoiceStateHandle", VoiceStateHandle.nullobj, { selfMute: false, selfDeaf: false }],
  ])("%s gives the defaults of its types", (_name, handle, fields) => {
    expect(handle.isValid()).toBe(false);
    for (const [name, value] of Object.entries(fields))
      expect((handle as unknown as Record<string, unknown>)[name]).toEqual(value);
  });

  it("a Call gives defaults and changes nothing", () => {
    const call = Call.nullobj;
    call.setSelfMute(true);
    call.setStatusChangedCallback(() => undefined);
    expect([call.isValid(), call.getStatus(), call.getChannelId(), call.getParticipants()]).toEqual([
      false,
      0,
      0n,
      [],
    ]);
    expect(call.getVADThreshold().vadThreshold).toBe(-60);
    expect(() => call.getStats()).toThrow(expect.objectContaining({ code: "INVALID_OBJECT" }) as Error);
  });

  it("a Client is destroyed", () => {
    expect(Client.nullobj.isValid()).toBe(false);
    expect(Client.nullobj.getCurrentUserV2()).toBeUndefined();
    expect(Client.nullobj.getCurrentUser().id).toBe(0n);
  });
});
