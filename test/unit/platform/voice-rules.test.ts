import { describe, expect, it } from "vitest";
import { admitToVoice } from "../../../platform/domain/rules/voice/admission.js";
import type { Caller } from "../../../platform/domain/world/presence/caller.js";
import {
  beginRegionMove,
  createOrJoin,
  endCallsOfSession,
  finishRegionMove,
  leaveLobby,
  setServerFlags,
  updateGuildVoice,
  updateLobbyVoice,
  updateVoiceState,
} from "./operations.js";
import { cast, dispatches, eventNames, reply, type Cast } from "./support-world.js";

const open = { selfMute: false, selfDeaf: false, selfVideo: false };
const endpoint = "localhost:1";

interface Stage extends Cast {
  readonly lobbyId: string;
  readonly guildId: string;
  readonly voiceId: string;
  readonly otherVoiceId: string;
  readonly textId: string;
  readonly stageId: string;
  readonly caller: Caller;
}

function stage(userLimit = 0): Stage {
  const who = cast();
  const lobby = reply(createOrJoin(who.world, who.ada, { secret: "s" }));
  reply(createOrJoin(who.world, who.ben, { secret: "s" }));
  const guild = who.registry.createGuild({
    name: "Guild",
    ownerId: who.ada.user.id,
    memberIds: [who.ben.user.id],
    channels: [
      { name: "voice", kind: "voice", userLimit },
      { name: "other", kind: "voice" },
      { name: "text", kind: "text" },
      { name: "stage", kind: "stage" },
    ],
  });
  const [voice, other, text, platea] = guild.channels.map((channel) => channel.id);
  const caller = { sessionId: "ada-1", userId: who.ada.user.id, applicationId: who.applicationId };
  return {
    ...who,
    lobbyId: lobby.id,
    guildId: guild.id,
    voiceId: voice!,
    otherVoiceId: other!,
    textId: text!,
    stageId: platea!,
    caller,
  };
}

const join = (s: Stage, channelId: string | null, flags = open) =>
  updateGuildVoice(s.world, s.caller, { guildId: s.guildId, channelId, ...flags }, endpoint);

describe("op 4 in a guild", () => {
  it("only changes flags while the voice session lives", () => {
    const s = stage();
    const joined = join(s, s.voiceId);
    expect(dispatches(joined)[1]).toMatchObject({
      t: "VOICE_SERVER_UPDATE",
      d: { guild_id: s.guildId, endpoint },
      reach: { to: "session", sessionId: "ada-1" },
    });
    s.world.voice.setLive(s.world.voice.get(s.guildId, s.caller.userId)!.token, true);
    expect(eventNames(join(s, s.voiceId, { ...open, selfMute: true }))).toEqual([
      "VOICE_STATE_UPDATE",
      "voice.permission",
    ]);
  });

  it("sends both events and a new token again when the voice session has ended", () => {
    const s = stage();
    join(s, s.voiceId);
    const before = s.world.voice.get(s.guildId, s.caller.userId)!.token;
    expect(eventNames(join(s, s.voiceId))).toEqual(["VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE"]);
    expect(s.world.voice.get(s.guildId, s.caller.userId)!.token).not.toBe(before);
  });

  it("a move ends the old voice session and gives a new token", () => {
    const s = stage();
    join(s, s.voiceId);
    expect(eventNames(join(s, s.otherVoiceId))).toEqual([
      "voice.close",
      "VOICE_STATE_UPDATE",
      "VOICE_SERVER_UPDATE",
      "VOICE_CHANNEL_START_TIME_UPDATE",
      "VOICE_CHANNEL_START_TIME_UPDATE",
    ]);
  });

  it.each(["textId", "lobbyId", "guildId"] as const)("sends nothing for an invalid channel (%s)", (name) => {
    const s = stage();
    expect(join(s, s[name])).toEqual([]);
  });

  it("sends nothing when the channel is full", () => {
    const s = stage(1);
    const ben = { sessionId: "ben-1", userId: s.ben.user.id, applicationId: s.applicationId };
    const enter = () =>
      updateGuildVoice(s.world, ben, { guildId: s.guildId, channelId: s.voiceId, ...open }, endpoint);
    join(s, s.voiceId);
    expect(enter()).toEqual([]);
    join(s, s.otherVoiceId);
    expect(enter()).not.toEqual([]);
    // The owner may move members.
    expect(join(s, s.voiceId)).not.toEqual([]);
  });
});

describe("a stage", () => {
  const state = (s: Stage) => s.world.voice.get(s.guildId, s.caller.userId);

  it("is entered as its audience, also by the owner and on the way from another channel", () => {
    const s = stage();
    expect(dispatches(join(s, s.stageId))[0]?.d).toMatchObject({ channel_id: s.stageId, suppress: true });
    expect(dispatches(join(s, s.voiceId))[0]?.d).toMatchObject({ channel_id: s.voiceId, suppress: false });
    join(s, s.stageId);
    expect(state(s)).toMatchObject({ channelId: s.stageId, suppress: true });
  });

  it("is entered again by a speaker as a speaker", () => {
    const s = stage();
    join(s, s.stageId);
    reply(updateVoiceState(s.world, s.ada, s.guildId, s.caller.userId, { suppress: false }));
    const { token } = state(s)!;
    join(s, s.stageId);
    expect(state(s)).toMatchObject({ suppress: false });
    expect(state(s)?.token).not.toBe(token);
  });

  it("keeps a request to speak of who enters again", () => {
    const s = stage();
    join(s, s.stageId);
    const requestToSpeakAt = s.world.clock.now();
    reply(updateVoiceState(s.world, s.ada, s.guildId, s.caller.userId, { requestToSpeakAt }));
    join(s, s.stageId);
    expect(state(s)).toMatchObject({ suppress: true, requestToSpeakAt });
  });
});

describe("op 17", () => {
  const set = (s: Stage, lobbyIds: string[]) =>
    updateLobbyVoice(
      s.world,
      s.caller,
      lobbyIds.map((lobbyId) => ({ lobbyId, ...open })),
      endpoint,
    );

  it("joins listed lobbies and leaves others", () => {
    const s = stage();
    const events = set(s, [s.lobbyId]);
    expect(eventNames(events)).toEqual(["LOBBY_VOICE_STATE_UPDATE", "LOBBY_VOICE_SERVER_UPDATE"]);
    expect(dispatches(events)[0]?.d).toMatchObject({ lobby_id: s.lobbyId, channel_id: s.lobbyId });
    expect(eventNames(set(s, []))).toEqual(["LOBBY_VOICE_STATE_UPDATE", "voice.close"]);
  });

  it("ignores lobbies of other users", () => {
    const s = stage();
    const stranger = { ...s.caller, applicationId: "1" };
    expect(updateLobbyVoice(s.world, stranger, [{ lobbyId: s.lobbyId, ...open }], endpoint)).toEqual([]);
  });

  it("leaving the lobby leaves its call", () => {
    const s = stage();
    set(s, [s.lobbyId]);
    expect(eventNames(leaveLobby(s.world, s.ada, s.lobbyId))).toContain("voice.close");
    expect(s.world.voice.get(s.lobbyId, s.caller.userId)).toBeUndefined();
  });

  it("calls end with their main session", () => {
    const s = stage();
    set(s, [s.lobbyId]);
    expect(eventNames(endCallsOfSession(s.world, "other"))).toEqual([]);
    expect(eventNames(endCallsOfSession(s.world, "ada-1"))).toEqual([
      "LOBBY_VOICE_STATE_UPDATE",
      "voice.close",
    ]);
  });
});

describe("region move", () => {
  it("first removes the endpoint, then gives all members a new token", () => {
    const s = stage();
    join(s, s.voiceId);
    const before = s.world.voice.get(s.guildId, s.caller.userId)!.token;
    const begun = beginRegionMove(s.world, s.guildId);
    expect(dispatches(begun)[0]?.d).toMatchObject({ endpoint: null });
    expect(begun[1]).toMatchObject({ kind: "voice.close", code: 4022 });
    expect(dispatches(join(s, s.voiceId))[1]?.d).toMatchObject({ endpoint: null });
    expect(dispatches(finishRegionMove(s.world, s.guildId, endpoint))[0]?.d).toMatchObject({ endpoint });
    expect(s.world.voice.get(s.guildId, s.caller.userId)!.token).not.toBe(before);
  });
});

describe("server mute", () => {
  it("notifies the forwarder", () => {
    const s = stage();
    join(s, s.voiceId);
    const one = s.world.voice.get(s.guildId, s.caller.userId)!;
    expect(setServerFlags(s.world, one, { mute: true, deaf: true })[1]).toMatchObject({
      maySpeak: false,
      mayHear: false,
    });
  });
});

describe("voice identify", () => {
  const claimOf = (s: Stage) => ({
    serverId: s.guildId,
    userId: s.caller.userId,
    sessionId: "ada-1",
    token: s.world.voice.get(s.guildId, s.caller.userId)!.token,
    channelId: undefined,
  });

  it("admits an issued token until the user joins anew, or once", () => {
    const s = stage();
    join(s, s.voiceId);
    const claim = claimOf(s);
    for (const isSingleUse of [true, false])
      expect(admitToVoice(s.world, claim, isSingleUse)).toMatchObject({ channelId: s.voiceId });
    expect(admitToVoice(s.world, claim, true)).toBe(4006);
    join(s, s.voiceId);
    expect(admitToVoice(s.world, claim, false)).toBe(4004);
  });

  it.each<[string, object, number]>([
    ["a wrong token", { token: "x" }, 4004],
    ["a user outside the call", { userId: "5" }, 4004],
    ["another server", { serverId: "5" }, 4011],
    ["another session", { sessionId: "x" }, 4006],
    ["another channel", { channelId: "5" }, 4006],
  ])("rejects %s", (_claim, more, code) => {
    const s = stage();
    join(s, s.voiceId);
    expect(admitToVoice(s.world, { ...claimOf(s), ...more }, false)).toBe(code);
  });
});
