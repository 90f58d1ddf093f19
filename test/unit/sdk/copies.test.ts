import { beforeAll, describe, expect, it } from "vitest";
import * as sdk from "../../../lib/index.js";
import { userMessageSummaryOf } from "../../../lib/sdk/values/user-message-summary.js";
import { lobby, member, OWN_ID, Scene, user } from "./scene.js";

/** Members of every class of the package that stands for an object of the C++ SDK. */
interface Copyable {
  isValid(): boolean;
  clone(): Copyable;
  assign(other: Copyable): Copyable;
  moveAssign(other: Copyable): Copyable;
}
interface CopyableClass {
  readonly nullobj: Copyable;
  moveFrom(other: Copyable): Copyable;
}

let scene: Scene;

const voiceState = (id: string, selfMute: boolean): object => ({
  lobby_id: "9",
  channel_id: "9",
  user_id: id,
  session_id: `session of ${id}`,
  self_mute: selfMute,
  self_deaf: false,
  mute: false,
  deaf: false,
});
const message = (id: string, content: string): object => ({
  id,
  channel_id: "9",
  lobby_id: "9",
  type: 0,
  content,
  author: user("6"),
  timestamp: "2026-01-01T00:00:00.000Z",
  edited_timestamp: null,
  flags: 0,
});
const profile = (id: string): object => ({
  username: `Knight ${id}`,
  metadata: null,
  external_id: { provider_type: "OIDC", provider_issued_user_id: id, provider_id: null },
});
const friend = (id: string, type: number): object => ({
  id,
  type,
  user: user(id),
  since: "2026-01-01T00:00:00Z",
});

beforeAll(async () => {
  scene = new Scene();
  const members = [member(OWN_ID), member("6")];
  await scene.ready({
    lobbies: [
      lobby("9", { members, voice_states: [voiceState("6", true), voiceState("7", false)] }),
      lobby("10", { voice_states: [voiceState("7", false)] }),
    ],
    relationships: [friend("6", 1), friend("7", 2)],
    user_application_profiles: { "6": [profile("6")], "7": [profile("7")] },
    private_channels: [
      { id: "20", type: 1, recipients: [user("6")] },
      { id: "21", type: 1, recipients: [user("7")] },
    ],
  });
  scene.dispatch("LOBBY_MESSAGE_CREATE", message("30", "one"));
  scene.dispatch("LOBBY_MESSAGE_CREATE", message("31", "two"));
  await scene.turn();
});

/** Two objects of a class that differ, and by what. */
type Pair = [make: () => readonly unknown[], by: string];

/** Two value objects of which one field is set. */
function set(type: new () => object, field: string, ...values: readonly [unknown, unknown]): Pair {
  const setter = `set${field[0]!.toUpperCase()}${field.slice(1)}`;
  const make = (value: unknown): object => {
    const object = new type();
    (object as Record<string, (value: unknown) => void>)[setter]!(value);
    return object;
  };
  return [() => values.map(make), field];
}

const lobbyOf = (id: bigint) => scene.client.getLobbyHandle(id)!;
const callOf = (id: bigint) => lobbyOf(id).getCallInfoHandle()!;
const summary = (userId: bigint) => userMessageSummaryOf({ userId, lastMessageId: 3n });

const pairs: Record<string, Pair> = {
  ActivityInvite: set(sdk.ActivityInvite, "senderId", "1", "2"),
  ActivityAssets: set(sdk.ActivityAssets, "largeImage", "a", "b"),
  ActivityTimestamps: set(sdk.ActivityTimestamps, "start", "1700000000001", "1700000000002"),
  ActivityParty: set(sdk.ActivityParty, "id", "p1", "p2"),
  ActivitySecrets: set(sdk.ActivitySecrets, "join", "s1", "s2"),
  ActivityButton: set(sdk.ActivityButton, "label", "b1", "b2"),
  Activity: set(sdk.Activity, "name", "n1", "n2"),
  ClientResult: set(sdk.ClientResult, "error", "e1", "e2"),
  AuthorizationCodeChallenge: set(sdk.AuthorizationCodeChallenge, "challenge", "c1", "c2"),
  AuthorizationCodeVerifier: set(sdk.AuthorizationCodeVerifier, "verifier", "v1", "v2"),
  AuthorizationArgs: set(sdk.AuthorizationArgs, "clientId", "1", "2"),
  DeviceAuthorizationArgs: set(sdk.DeviceAuthorizationArgs, "clientId", "1", "2"),
  VADThresholdSettings: set(sdk.VADThresholdSettings, "vadThreshold", -50, -40),
  GuildMinimal: set(sdk.GuildMinimal, "id", "1", "2"),
  GuildChannel: set(sdk.GuildChannel, "id", "1", "2"),
  LinkedLobby: set(sdk.LinkedLobby, "lobbyId", "1", "2"),
  LinkedChannel: set(sdk.LinkedChannel, "id", "1", "2"),
  AudioDevice: set(sdk.AudioDevice, "id", "1", "2"),
  AdditionalContent: set(sdk.AdditionalContent, "count", 1, 2),
  ClientCreateOptions: set(sdk.ClientCreateOptions, "webBase", "http://a", "http://b"),
  UserMessageSummary: [() => [1n, 2n].map(summary), "userId"],
  VoiceStateHandle: [() => [6n, 7n].map((id) => callOf(9n).getVoiceStateHandle(id)), "selfMute"],
  CallInfoHandle: [() => [9n, 10n].map(callOf), "channelId"],
  ChannelHandle: [() => [20n, 21n].map((id) => scene.client.getChannelHandle(id)), "id"],
  RelationshipHandle: [() => [6n, 7n].map((id) => scene.client.getRelationshipHandle(id)), "id"],
  UserApplicationProfileHandle: [
    () => [6n, 7n].map((id) => scene.client.getUserApplicationProfiles(id)[0]),
    "providerIssuedUserId",
  ],
  UserHandle: [() => [6n, 7n].map((id) => scene.client.getUser(id)), "id"],
  LobbyMemberHandle: [() => lobbyOf(9n).lobbyMembers.slice(0, 2), "id"],
  LobbyHandle: [() => [9n, 10n].map(lobbyOf), "id"],
  MessageHandle: [() => [30n, 31n].map((id) => scene.client.getMessageHandle(id)), "id"],
};

describe("a value object", () => {
  const values = Object.keys(pairs).filter((name) => !name.endsWith("Handle"));
  type ValueClass = CopyableClass & (new (other?: unknown) => Copyable);

  it.each(values)("%s is copied by its constructor, too", (name) => {
    const Type = (sdk as unknown as Record<string, ValueClass>)[name]!;
    const [make, by] = pairs[name]!;
    const [one, other] = make() as unknown as [Copyable, Copyable];
    const fact = (object: Copyable): unknown => (object as unknown as Record<string, unknown>)[by];
    const copy = new Type(one);
    expect([copy.isValid(), fact(copy)]).toEqual([true, fact(one)]);
    copy.assign(other);
    expect(fact(one)).not.toEqual(fact(copy));
    expect(new Type(Type.nullobj).isValid()).toBe(false);
    for (const wrong of [{}, null, "text", new sdk.Client()])
      expect(() => new Type(wrong)).toThrow(`other: expected an object of the class ${name}, received `);
  });

  it("of another class is no source", () => {
    // @ts-expect-error -- the types refuse it as well
    expect(() => new sdk.Activity(new sdk.ActivityParty())).toThrow("an object of the class Activity");
  });

  it("that was moved from says so, whatever is done with it", async () => {
    const { client } = scene;
    const [args, device, activity, invite] = [
      new sdk.AuthorizationArgs(),
      new sdk.DeviceAuthorizationArgs(),
      new sdk.Activity(),
      new sdk.ActivityInvite(),
    ];
    sdk.AuthorizationArgs.moveFrom(args);
    sdk.DeviceAuthorizationArgs.moveFrom(device);
    sdk.Activity.moveFrom(activity);
    sdk.ActivityInvite.moveFrom(invite);
    const words = (type: string) => `expected a valid ${type}, received one that was moved from`;
    await expect(client.authorize(args)).rejects.toThrow(words("AuthorizationArgs"));
    await expect(client.getTokenFromDevice(device)).rejects.toThrow(words("DeviceAuthorizationArgs"));
    await expect(client.updateRichPresence(activity)).rejects.toThrow(words("Activity"));
    await expect(client.acceptActivityInvite(invite)).rejects.toThrow(words("ActivityInvite"));
    await expect(client.authorize(sdk.AuthorizationArgs.nullobj)).rejects.toThrow(
      "AuthorizationArgs.nullobj",
    );
    expect(() => args.setState("s")).toThrow("cannot change an object that was moved from");
  });
});

describe("an object of the C++ SDK", () => {
  it.each(Object.entries(pairs))("%s can be copied and moved as in C++", (name, [make, by]) => {
    const type = (sdk as unknown as Record<string, CopyableClass>)[name]!;
    const fact = (object: Copyable): unknown => (object as unknown as Record<string, unknown>)[by];
    const pair = (): [Copyable, Copyable] => make() as unknown as [Copyable, Copyable];
    const [one, other] = pair();
    expect([one.isValid(), other.isValid(), type.nullobj.isValid()]).toEqual([true, true, false]);
    expect(fact(one)).not.toEqual(fact(other));

    const copy = one.clone();
    expect([copy === one, fact(copy)]).toEqual([false, fact(one)]);
    expect(copy.assign(other)).toBe(copy);
    expect([fact(copy), other.isValid(), fact(one)]).toEqual([fact(other), true, fact(pair()[0])]);
    expect(copy.assign(type.nullobj).isValid()).toBe(false);
    expect(type.nullobj.clone().isValid()).toBe(false);

    const [first, second] = pair();
    const moved = type.moveFrom(first);
    expect([moved.isValid(), fact(moved), first.isValid()]).toEqual([true, fact(one), false]);
    expect(moved.moveAssign(second)).toBe(moved);
    expect([fact(moved), second.isValid()]).toEqual([fact(other), false]);
    expect(moved.moveAssign(moved).isValid()).toBe(true);
    expect(fact(second)).toEqual(fact(type.nullobj));
  });

  it("no other class exists, except the two that only move", () => {
    const named = Object.entries(sdk)
      .filter(([, value]) => typeof value === "function" && "nullobj" in value)
      .map(([name]) => name);
    expect(named.sort()).toEqual([...Object.keys(pairs), "Call", "Client"].sort());
  });
});

describe("classes that only move", () => {
  it("a call: copies refer to the same call, a moved one does not", () => {
    const call = scene.client.startCall(9n);
    const copy = call.clone();
    const moved = sdk.Call.moveFrom(call);
    expect([call.isValid(), copy.getChannelId(), moved.getChannelId()]).toEqual([false, 9n, 9n]);
    const other = sdk.Call.nullobj.clone();
    expect(other.assign(copy)).toBe(other);
    expect([other.getChannelId(), other.moveAssign(moved).getChannelId(), moved.isValid()]).toEqual([
      9n,
      9n,
      false,
    ]);
  });

  it("a client: it continues in the new object, and the old one is invalid", () => {
    const from = new Scene().client;
    from.setApplicationId(7n);
    const to = new sdk.Client();
    expect(to.moveAssign(from)).toBe(to);
    expect([to.getApplicationId(), to.isValid(), from.isValid()]).toEqual([7n, true, false]);
    expect(to.moveAssign(to).isValid()).toBe(true);
  });
});
