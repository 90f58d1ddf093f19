import { beforeAll, describe, expect, it } from "vitest";
import * as sdk from "../../../lib/index.js";
import { lobby, member, OWN_ID, Scene, user } from "./scene.js";

/** What every class of the package has that stands for an object of the C++ SDK. */
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

/** A value object of which a field is set. */
function made<T extends object>(type: new () => T, change: (object: T) => void): T {
  const object = new type();
  change(object);
  return object;
}
const members = () => scene.client.getLobbyHandle(9n)!.lobbyMembers;
const summaries = () => [1n, 2n].map((userId) => sdk.UserMessageSummary.of({ userId, lastMessageId: 3n }));

/** Two objects of a class that can be told apart, and by what. */
type Pair = [make: () => [object, object], by: string];

const pairs: Record<string, Pair> = {
  ActivityInvite: [
    () => ["1", "2"].map((id) => made(sdk.ActivityInvite, (one) => one.setSenderId(id))) as never,
    "senderId",
  ],
  ActivityAssets: [
    () => ["a", "b"].map((key) => made(sdk.ActivityAssets, (one) => one.setLargeImage(key))) as never,
    "largeImage",
  ],
  ActivityTimestamps: [
    () =>
      ["1700000000001", "1700000000002"].map((at) =>
        made(sdk.ActivityTimestamps, (one) => one.setStart(at)),
      ) as never,
    "start",
  ],
  ActivityParty: [
    () => ["p1", "p2"].map((id) => made(sdk.ActivityParty, (one) => one.setId(id))) as never,
    "id",
  ],
  ActivitySecrets: [
    () => ["s1", "s2"].map((join) => made(sdk.ActivitySecrets, (one) => one.setJoin(join))) as never,
    "join",
  ],
  ActivityButton: [
    () => ["b1", "b2"].map((label) => made(sdk.ActivityButton, (one) => one.setLabel(label))) as never,
    "label",
  ],
  Activity: [
    () => ["n1", "n2"].map((name) => made(sdk.Activity, (one) => one.setName(name))) as never,
    "name",
  ],
  ClientResult: [
    () => ["e1", "e2"].map((error) => made(sdk.ClientResult, (one) => one.setError(error))) as never,
    "error",
  ],
  AuthorizationCodeChallenge: [
    () =>
      ["c1", "c2"].map((text) =>
        made(sdk.AuthorizationCodeChallenge, (one) => one.setChallenge(text)),
      ) as never,
    "challenge",
  ],
  AuthorizationCodeVerifier: [
    () =>
      ["v1", "v2"].map((text) =>
        made(sdk.AuthorizationCodeVerifier, (one) => one.setVerifier(text)),
      ) as never,
    "verifier",
  ],
  AuthorizationArgs: [
    () => ["1", "2"].map((id) => made(sdk.AuthorizationArgs, (one) => one.setClientId(id))) as never,
    "clientId",
  ],
  DeviceAuthorizationArgs: [
    () => ["1", "2"].map((id) => made(sdk.DeviceAuthorizationArgs, (one) => one.setClientId(id))) as never,
    "clientId",
  ],
  VADThresholdSettings: [
    () =>
      [-50, -40].map((level) => made(sdk.VADThresholdSettings, (one) => one.setVadThreshold(level))) as never,
    "vadThreshold",
  ],
  GuildMinimal: [() => ["1", "2"].map((id) => made(sdk.GuildMinimal, (one) => one.setId(id))) as never, "id"],
  GuildChannel: [() => ["1", "2"].map((id) => made(sdk.GuildChannel, (one) => one.setId(id))) as never, "id"],
  LinkedLobby: [
    () => ["1", "2"].map((id) => made(sdk.LinkedLobby, (one) => one.setLobbyId(id))) as never,
    "lobbyId",
  ],
  LinkedChannel: [
    () => ["1", "2"].map((id) => made(sdk.LinkedChannel, (one) => one.setId(id))) as never,
    "id",
  ],
  AudioDevice: [() => ["1", "2"].map((id) => made(sdk.AudioDevice, (one) => one.setId(id))) as never, "id"],
  AdditionalContent: [
    () => [1, 2].map((count) => made(sdk.AdditionalContent, (one) => one.setCount(count))) as never,
    "count",
  ],
  ClientCreateOptions: [
    () =>
      ["http://a", "http://b"].map((base) =>
        made(sdk.ClientCreateOptions, (one) => one.setWebBase(base)),
      ) as never,
    "webBase",
  ],
  UserMessageSummary: [() => summaries() as never, "userId"],
  VoiceStateHandle: [
    () =>
      [6n, 7n].map((id) =>
        scene.client.getLobbyHandle(9n)!.getCallInfoHandle()!.getVoiceStateHandle(id)!,
      ) as never,
    "selfMute",
  ],
  CallInfoHandle: [
    () => [9n, 10n].map((id) => scene.client.getLobbyHandle(id)!.getCallInfoHandle()!) as never,
    "channelId",
  ],
  ChannelHandle: [() => [20n, 21n].map((id) => scene.client.getChannelHandle(id)!) as never, "id"],
  RelationshipHandle: [() => [6n, 7n].map((id) => scene.client.getRelationshipHandle(id)) as never, "id"],
  UserApplicationProfileHandle: [
    () => [6n, 7n].map((id) => scene.client.getUserApplicationProfiles(id)[0]!) as never,
    "providerIssuedUserId",
  ],
  UserHandle: [() => [6n, 7n].map((id) => scene.client.getUser(id)!) as never, "id"],
  LobbyMemberHandle: [() => members().slice(0, 2) as never, "id"],
  LobbyHandle: [() => [9n, 10n].map((id) => scene.client.getLobbyHandle(id)!) as never, "id"],
  MessageHandle: [() => [30n, 31n].map((id) => scene.client.getMessageHandle(id)!) as never, "id"],
};

describe("an object of the C++ SDK", () => {
  it.each(Object.entries(pairs))("%s is copied and moved as there", (name, [make, by]) => {
    const type = (sdk as unknown as Record<string, CopyableClass>)[name]!;
    const fact = (object: Copyable): unknown => (object as unknown as Record<string, unknown>)[by];
    const pair = (): [Copyable, Copyable] => make() as [Copyable, Copyable];
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

  it("there is no other, but for the two that only move", () => {
    const named = Object.entries(sdk)
      .filter(([, value]) => typeof value === "function" && "nullobj" in value)
      .map(([name]) => name);
    expect(named.sort()).toEqual([...Object.keys(pairs), "Call", "Client"].sort());
  });
});

describe("what only moves", () => {
  it("a call: copies look at the same call, a moved one does not any more", () => {
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

  it("a client: it goes on, and the one it was is no more", () => {
    const from = new Scene().client;
    from.setApplicationId(7n);
    const to = new sdk.Client();
    expect(to.moveAssign(from)).toBe(to);
    expect([to.getApplicationId(), to.isValid(), from.isValid()]).toEqual([7n, true, false]);
    expect(to.moveAssign(to).isValid()).toBe(true);
  });
});
