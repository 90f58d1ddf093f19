import type { Platform } from "@sdkpp/platform";
import { AeadMode, VoiceCloseCode, VoiceOpcode } from "sdkpp/wire";
import { afterEach, describe, expect, it } from "vitest";
import { DaveyVoice } from "../../support/davey-voice.js";
import type { VoiceGrant } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { botSession, joinLobby, platformForTest, sdkSession } from "./support-platform.js";
import { askToJoin, call, identify, VoiceClient, voiceSocket } from "./support-voice.js";

const open: DaveyVoice[] = [];

afterEach(() => {
  for (const voice of open.splice(0)) voice.close();
});

interface Person {
  readonly platform: Platform;
  readonly userId: string;
  rejoin(): Promise<VoiceGrant>;
}

/** A player of the seeded application who may join the lobby's call as often as wanted. */
async function person(platform: Platform, username: string): Promise<Person> {
  const { control, seeded } = platform;
  const { id: userId } = control.users.create({ username });
  const scope = "openid sdk.social_layer";
  const { access_token: token } = control.tokens.issue(seeded.applicationId, userId, scope);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const who = { userId, token, headers };
  const lobbyId = await joinLobby(platform, who, "e2ee");
  const { socket, sessionId } = await sdkSession(platform, who);
  const rejoin = async () => ({
    ...(await askToJoin(socket, lobbyId, userId, sessionId)),
    channelId: lobbyId,
  });
  return { platform, userId, rejoin };
}

async function join(one: Person, version = 8): Promise<DaveyVoice> {
  const voice = DaveyVoice.davey(one.platform, await one.rejoin(), version);
  open.push(voice);
  return voice.connect();
}

async function together(...voices: DaveyVoice[]): Promise<void> {
  await waitFor("one privacy code", () => {
    const codes = new Set(voices.map((voice) => voice.member.privacyCode));
    return codes.size === 1 && !codes.has(undefined);
  });
  expect(voices.flatMap((voice) => voice.exceptions)).toEqual([]);
}

describe("an end-to-end encrypted call", () => {
  it("has one privacy code for all members, through joins, leaves and returns", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const people = [];
    for (const name of ["cem", "dot", "eli"]) people.push(await person(platform, name));
    const [cem, dot, eli] = people as [Person, Person, Person];
    const one = await join(cem);
    const two = await join(dot);
    await together(one, two);
    const three = await join(eli);
    await together(one, two, three);
    expect(three.ops.slice(0, 5)).toEqual([8, 2, 4, 11, 18]);
    expect(three.ops.indexOf(VoiceOpcode.MlsExternalSender)).toBeGreaterThan(three.ops.lastIndexOf(11));
    two.close();
    await waitFor("the leave", () => one.ops.includes(VoiceOpcode.ClientDisconnect));
    await together(one, three);
    const again = await join(dot);
    await together(one, three, again);
    expect(platform.control.voice.e2eeStats()).toMatchObject({
      failures: 0,
      asked: 0,
      restarts: 0,
      epochs: 4,
    });
  });

  it("a second session of the same user replaces the first", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const one = await join(await person(platform, "cem"));
    const dot = await person(platform, "dot");
    const first = await join(dot);
    await together(one, first);
    platform.control.voice.close(dot.userId, 4015);
    const second = await join(dot);
    await together(one, second);
    expect(platform.control.voice.e2eeStats()).toMatchObject({ failures: 0, asked: 0 });
  });

  it("continues after a cut: missed messages follow op 9, in order and once", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const one = await join(await person(platform, "cem"));
    const dot = await person(platform, "dot");
    const two = await join(dot);
    await together(one, two);
    await waitFor("the execution", () => two.ops.includes(VoiceOpcode.DaveExecuteTransition));
    two.cut();
    await waitFor("the cut", () => two.closeCode !== undefined);
    const three = await join(await person(platform, "eli"));
    await waitFor("the new epoch", () => one.ops.filter((op) => op === 22).length === 2);
    const before = two.ops.length;
    await two.resume();
    await together(one, two, three);
    expect(two.ops.slice(before)).toEqual([8, 9, 11, 18, 20, 27, 29, 22]);
    expect(platform.control.voice.e2eeStats()).toMatchObject({ failures: 0, asked: 0 });
  });

  it("executes no change before a member that resumes has heard of it", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const one = await join(await person(platform, "cem"));
    const two = await join(await person(platform, "dot"));
    await together(one, two);
    const count = (op: number): number => one.ops.filter((each) => each === op).length;
    await waitFor("the execution", () => two.ops.includes(VoiceOpcode.DaveExecuteTransition));
    await waitFor("the execution", () => count(VoiceOpcode.DaveExecuteTransition) === 1);
    await platform.control.clock.freeze();
    two.deafen();
    const commits = count(VoiceOpcode.MlsAnnounceCommit);
    const executed: number[] = [];
    two.outgoing = (message) => {
      if (message.op === VoiceOpcode.DaveTransitionReady)
        executed.push(platform.control.voice.e2eeStats().transitions);
      return message;
    };
    const three = await join(await person(platform, "eli"));
    await waitFor("the commit", () => count(VoiceOpcode.MlsAnnounceCommit) > commits);
    await waitFor("the welcome", () => three.ops.includes(VoiceOpcode.MlsWelcome));
    // behind their op 23
    for (const voice of [one, three]) {
      voice.sendText(VoiceOpcode.Heartbeat, { t: 1, seq_ack: voice.lastSeq });
      await waitFor("the acknowledgement", () => voice.ops.includes(VoiceOpcode.HeartbeatAck));
    }
    await two.resume();
    await waitFor("the new epoch", () => count(VoiceOpcode.DaveExecuteTransition) === 2);
    await together(one, two, three);
    expect(executed).toEqual([1]);
  });

  it("accepts clients of version 4, with unnumbered binary messages and a resume without replay", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const one = await join(await person(platform, "cem"));
    const old = await join(await person(platform, "dot"), 4);
    await together(one, old);
    old.cut();
    await waitFor("the cut", () => old.closeCode !== undefined);
    const three = await join(await person(platform, "eli"));
    await waitFor("the new epoch", () => one.ops.filter((op) => op === 22).length === 2);
    await old.resume();
    await together(one, old, three);
    expect(platform.control.voice.e2eeStats()).toMatchObject({ failures: 0, asked: 1 });
  });

  it.each<[string, (voice: DaveyVoice) => void, number]>([
    ["a key package that is none", (voice) => voice.sendBinary(26, Buffer.from("00010002ff", "hex")), 4002],
    ["a commit that is none", (voice) => voice.sendBinary(28, Buffer.alloc(0)), 4002],
    ["a binary message of the service", (voice) => voice.sendBinary(27, Buffer.of(0, 0)), 4002],
    ["op 23 without an id", (voice) => voice.sendText(23, {}), 4020],
    ["op 31 with half a list", (voice) => voice.sendText(31, ["transition_id"]), 4020],
  ])("ends the socket of a client that sends %s, and no other socket", async (_claim, send, code) => {
    const platform = await platformForTest({ e2ee: "required" });
    const people = [
      await person(platform, "cem"),
      await person(platform, "dot"),
      await person(platform, "eli"),
    ];
    const [one, two, bad] = [await join(people[0]!), await join(people[1]!), await join(people[2]!)];
    await together(one, two, bad);
    send(bad);
    await waitFor("the end", () => bad.closeCode !== undefined);
    expect(bad.closeCode).toBe(code);
    await bad.resume();
    await together(one, two, bad);
  });

  it("accepts op 31 as a list", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const one = await join(await person(platform, "cem"));
    const two = await join(await person(platform, "dot"));
    await together(one, two);
    two.sendText(31, ["transition_id", 1]);
    await waitFor("the report", () => platform.control.voice.e2eeStats().failures === 1);
    expect(two.closeCode).toBeUndefined();
  });
});

describe("a client without end-to-end encryption", () => {
  it("is rejected with 4017 where encryption is required", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const { grant } = await call(platform, 0);
    const socket = voiceSocket(platform);
    identify(socket, grant);
    expect(await socket.closed()).toBe(VoiceCloseCode.DaveRequired);
  });

  it("is accepted on a stage", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    const { control, seeded } = platform;
    const guild = control.guilds.create({
      name: "Hall",
      ownerId: seeded.userIds[0],
      memberIds: [seeded.botUserId],
      channels: [{ name: "Stage", kind: "stage" }],
    });
    const bot = await botSession(platform);
    bot.socket.send(4, {
      guild_id: guild.id,
      channel_id: guild.channels[0]!.id,
      self_mute: false,
      self_deaf: false,
    });
    const { token } = await bot.socket.event<{ token: string }>("VOICE_SERVER_UPDATE");
    const grant = { serverId: guild.id, userId: seeded.botUserId, sessionId: bot.sessionId, token };
    const voice = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm);
    expect([voice.daveVersion, voice.socket.closeCode]).toEqual([0, undefined]);
    voice.close();
  });

  it("makes the call unencrypted where encryption is optional, until it leaves", async () => {
    const platform = await platformForTest({ e2ee: "optional" });
    const one = await join(await person(platform, "cem"));
    const two = await join(await person(platform, "dot"));
    await together(one, two);
    const eli = await person(platform, "eli");
    const bare = await VoiceClient.connect(platform, await eli.rejoin(), AeadMode.Aes256Gcm);
    await waitFor("the downgrade", () => one.member.version === 0 && two.member.version === 0);
    bare.close();
    await together(one, two);
    expect(platform.control.voice.e2eeStats()).toMatchObject({ downgrades: 1, upgrades: 1, failures: 0 });
  });

  it("is the normal case where encryption is switched off", async () => {
    const platform = await platformForTest({ e2ee: "required" });
    platform.control.voice.setE2ee("off");
    const one = await join(await person(platform, "cem"));
    const two = await join(await person(platform, "dot"));
    await waitFor("the introduction", () => one.ops.includes(11) && two.ops.includes(11));
    expect([one, two].map((voice) => voice.member.version)).toEqual([0, 0]);
    expect(one.ops.some((op) => op >= 21 && op <= 31)).toBe(false);
  });
});
