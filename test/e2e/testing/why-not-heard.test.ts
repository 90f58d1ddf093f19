// Each cause for which somebody is not heard, made to happen; sound runs in real time.
import { AeadMode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { writeWav } from "../../../packages/testing/sound/wav.js";
import { VoiceClient } from "../platform/support-voice.js";
import {
  meetInChannel,
  meetInLobby,
  SPEECH,
  twoPeople,
  whyNot,
  type TwoPeople,
} from "./support-two-people.js";

const TONE = { hz: 440 };

/** Both in a channel, and Ada speaks a tone. */
async function adaSpeaks(): Promise<TwoPeople & { guildId: string }> {
  const people = await twoPeople();
  const guildId = await meetInChannel(people);
  await people.ada.speak(TONE);
  return { ...people, guildId };
}

describe("somebody is not heard", () => {
  it("who is not in the call, or in another channel, or whose listener is in none", async () => {
    const { platform, ada, ben } = await twoPeople();
    const { seeded, control } = platform;
    expect((await whyNot(ben, ada)).message).toContain("ben is not in a call; join it first");
    await ben.joinVoice(seeded.voiceChannelId);
    const why = await whyNot(ben, ada);
    expect(why).toMatchObject({ code: "NOT_HEARD", cause: "NOT_IN_CALL" });
    expect(why.message).toContain("ben does not hear ada: ada is not in the call");
    const rooms = ["One", "Two"].map((name) => ({ name, kind: "voice" }) as const);
    const guild = control.guilds.create({ name: "G", ownerId: ada.id, memberIds: [ben.id], channels: rooms });
    const [one, two] = guild.channels.map(({ id }) => id) as [string, string];
    await ada.joinVoice(one);
    await ben.joinVoice(two);
    expect((await whyNot(ben, ada)).message).toContain("different channels");
  });

  it("whom the server has muted, until that is taken back", async () => {
    const { platform, ada, ben, guildId } = await adaSpeaks();
    platform.control.voice.setServerFlags(guildId, ada.id, { mute: true, deaf: false });
    const why = await whyNot(ben, ada, { of: TONE });
    expect(why.cause).toBe("SILENCED");
    expect(why.message).toContain("ada is muted by the server");
    platform.control.voice.setServerFlags(guildId, ada.id, { mute: false, deaf: false });
    await ben.heard(ada, { of: TONE, atLeast: { seconds: 0.3 } });
  });

  it("who is in the audience of a stage", async () => {
    const { platform, ada, ben } = await twoPeople();
    const stage = [{ name: "Stage", kind: "stage" }] as const;
    const guild = platform.control.guilds.create({
      name: "G",
      ownerId: ben.id,
      memberIds: [ada.id],
      channels: stage,
    });
    for (const actor of [ada, ben]) await actor.joinVoice(guild.channels[0]!.id);
    await ada.speak(TONE);
    const why = await whyNot(ben, ada);
    expect([why.cause, why.message]).toEqual(["SILENCED", expect.stringContaining("audience of a stage")]);
    await expect(ada.sees(() => true, { within: 0 })).rejects.toMatchObject({ code: "NOT_SEEN" });
  });

  it("by a deaf listener", async () => {
    const people = await twoPeople();
    await meetInLobby(people);
    const { ada, ben } = people;
    await ada.speak(TONE);
    await ben.deafen();
    expect(await whyNot(ben, ada)).toMatchObject({ cause: "DEAF" });
    await ben.deafen(false);
    await ben.heard(ada, { of: TONE, atLeast: { seconds: 0.3 } });
  });

  it("who does not speak, or is muted by itself", async () => {
    const people = await twoPeople();
    await meetInLobby(people);
    const { ada, ben } = people;
    const why = await whyNot(ben, ada);
    expect([why.cause, why.message]).toEqual(["NOT_SPEAKING", expect.stringContaining("ada does not speak")]);
    await ada.mute();
    await ada.speak(TONE);
    const muted = await whyNot(ben, ada);
    expect([muted.cause, muted.message]).toEqual(["NOT_SPEAKING", expect.stringContaining("its own switch")]);
  });

  it.each([
    ["before the platform", "in", "ada", "reaches the platform"],
    ["behind the platform", "out", "ben", "none reaches ben"],
  ] as const)("whose packets are lost %s", async (_where, direction, whose, words) => {
    const people = await twoPeople();
    await meetInChannel(people);
    const { platform, ada, ben } = people;
    await platform.control.faults.impair({ seed: 1, loss: 1, direction, userId: people[whose].id });
    await ada.speak(TONE);
    const why = await whyNot(ben, ada);
    expect([why.cause, why.message]).toEqual(["NOTHING_RECEIVED", expect.stringContaining(words)]);
    expect(why.figures).toMatchObject({ packetsReceived: 0, decodedSeconds: 0 });
  });

  it("whose packets no key opens", async () => {
    const people = await twoPeople();
    await meetInChannel(people);
    const { platform, ben } = people;
    const eve = platform.control.users.create({ username: "eve" }).id;
    const app = platform.control.as(eve);
    app.joinServer(platform.seeded.guildId);
    const grant = app.enterCall(platform.seeded.voiceChannelId);
    const stranger = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm, 8, 1);
    stranger.socket.send(5, { speaking: 1, delay: 0, ssrc: stranger.ready.ssrc });
    const speaking = setInterval(() => stranger.speak(`${"5a".repeat(40)}${"00".repeat(8)}010cfafa`), 20);
    try {
      const why = await whyNot(ben, eve);
      expect(why.cause).toBe("UNDECRYPTABLE");
      expect(why.message).toMatch(/ben does not hear user \d+: \d+ of \d+ packets cannot be decrypted/);
    } finally {
      clearInterval(speaking);
      stranger.close();
    }
  });

  it("who sends silence", async () => {
    const people = await twoPeople();
    await meetInLobby(people);
    await people.ada.speak(writeWav({ sampleRate: 48_000, data: new Float32Array(48_000) }));
    const why = await whyNot(people.ben, people.ada, { of: SPEECH });
    expect([why.cause, why.message]).toEqual(["SILENT", expect.stringContaining("of silence arrived")]);
  });

  it("of whom too little arrives", async () => {
    const people = await twoPeople();
    await meetInChannel(people);
    const { platform, ada, ben } = people;
    await platform.control.faults.impair({ seed: 1, loss: 0.6, userId: ada.id, direction: "in" });
    await ada.speak(SPEECH);
    const why = await whyNot(ben, ada, { of: SPEECH, within: 2000, atLeast: { seconds: 1, estoi: 0.9 } });
    expect(why.cause).toBe("DAMAGED");
    expect(why.message).toMatch(/of \d\.\d s that arrived, .* \d\d % of the packets are lost/);
  });
});
