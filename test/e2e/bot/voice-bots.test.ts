import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GuildVoiceConnection, VoiceClose, VoiceStatus } from "sdkpp/voice";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, tonePieces } from "./support-voice-bots.js";

let scene: BotScene;

beforeEach(async () => {
  scene = await BotScene.start();
});

afterEach(() => scene.end());

function statusesOf(voice: GuildVoiceConnection): VoiceStatus[] {
  const statuses: VoiceStatus[] = [];
  voice.on("stateChange", (status) => statuses.push(status));
  return statuses;
}

function closesOf(voice: GuildVoiceConnection): VoiceClose[] {
  const closes: VoiceClose[] = [];
  voice.on("closed", (close) => closes.push(close));
  return closes;
}

describe("joining and leaving", () => {
  test("two bots join, see each other, and one leaves", async () => {
    const one = await scene.enter(0);
    const seen: [bigint, boolean][] = [];
    one.voice.on("participant", (userId, added) => seen.push([userId, added]));
    const two = await scene.enter(1);
    const other = BigInt(two.bot.userId);
    await waitFor("the other one to be seen", () =>
      seen.some(([userId, added]) => userId === other && added),
    );
    const statuses = statusesOf(two.voice);
    two.voice.disconnect();
    await waitFor("the other one to be gone", () =>
      seen.some(([userId, added]) => userId === other && !added),
    );
    await waitFor("the end", () => two.voice.status === "disconnected");
    expect(statuses).toEqual(["disconnecting", "disconnected"]);
    expect(two.bot.sent.at(-1)).toMatchObject({ op: 4, d: { channel_id: null } });
    await expect(two.voice.ready()).rejects.toMatchObject({ code: "DISCONNECTED" });
    expect(one.voice.status).toBe("connected");
  });

  test("a certificate that is not trusted is final at once, and says what to pass", async () => {
    const bot = await scene.login(0);
    const voice = scene.join(bot, { ca: undefined as never });
    const phases: string[] = [];
    voice.on("phase", (phase) => phases.push(phase));
    await expect(voice.ready()).rejects.toMatchObject({
      code: "SIGNALLING_CONNECTION_FAILED",
      message: expect.stringContaining("the certificate is not trusted: pass `ca`") as string,
    });
    expect(phases.filter((phase) => phase === "openSocket")).toHaveLength(1);
  });

  test("a bot that left joins again with a new connection", async () => {
    const { bot, voice } = await scene.enter(0);
    voice.destroy();
    const again = scene.join(bot);
    await again.ready();
    expect(again.status).toBe("connected");
  });

  test("a bot moves itself to the other channel and back, and hears who is there", async () => {
    const { one, two, pcm } = await scene.twoBots();
    one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    await waitFor("the tone", () => pcm.tone > 10);
    const statuses = statusesOf(two.voice);
    two.voice.move(scene.guild.channelIds[1]);
    await waitFor("the move", () => statuses.at(-1) === "connected");
    expect(two.voice.channelId).toBe(BigInt(scene.guild.channelIds[1]));
    two.voice.move(scene.guild.channelIds[0]);
    await waitFor("the way back", () => statuses.filter((status) => status === "connected").length === 2);
    const before = pcm.tone;
    await waitFor("the tone again", () => pcm.tone > before + 10);
  });
});

describe("endings by the server", () => {
  test("4006 starts a new session, and the audio continues", async () => {
    const { one, two, pcm } = await scene.twoBots();
    one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    await waitFor("the tone", () => pcm.tone > 10);
    const statuses = statusesOf(one.voice);
    const before = two.voice.getStats().speakers[0]!.ssrc;
    scene.platform.control.voice.close(one.bot.userId, 4006);
    await waitFor("the new session", () => statuses.at(-1) === "connected");
    const count = pcm.tone;
    await waitFor("the tone again", () => pcm.tone > count + 10);
    const ssrcs = two.voice.getStats().speakers.map((speaker) => speaker.ssrc);
    expect(ssrcs).not.toEqual([before]);
  });

  test("4015 is resumed: the stream keeps its SSRC", async () => {
    const { one, two, pcm } = await scene.twoBots();
    one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    await waitFor("the tone", () => pcm.tone > 10);
    const before = two.voice.getStats().speakers[0]!.ssrc;
    const statuses = statusesOf(one.voice);
    const closes = closesOf(one.voice);
    scene.platform.control.voice.close(one.bot.userId, 4015);
    await waitFor("the resume", () => statuses.at(-1) === "connected");
    expect(closes).toEqual([{ code: 4015, reason: expect.any(String) as string, willRetry: true, inMs: 0 }]);
    const count = pcm.tone;
    await waitFor("the tone again", () => pcm.tone > count + 10);
    expect(two.voice.getStats().speakers.map((speaker) => speaker.ssrc)).toEqual([before]);
  });

  test("4014 with a move: the bot follows into the other channel", async () => {
    const one = await scene.enter(0);
    const two = await scene.enter(1);
    one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    const statuses = statusesOf(two.voice);
    // The state of the main gateway moves, not the voice connection: what a moderator's move looks like.
    two.bot
      .adapterCreator({
        onVoiceServerUpdate: () => undefined,
        onVoiceStateUpdate: () => undefined,
        destroy: () => undefined,
      })
      .sendPayload({
        op: 4,
        d: {
          guild_id: scene.guild.guildId,
          channel_id: scene.guild.channelIds[1],
          self_mute: false,
          self_deaf: false,
        },
      });
    await waitFor("the new session", () => statuses.at(-1) === "connected");
    expect(two.voice.channelId).toBe(BigInt(scene.guild.channelIds[1]));
    one.voice.move(scene.guild.channelIds[1]);
    const pcm = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "pcm" }), HZ);
    await waitFor("the tone in the other channel", () => pcm.tone > 10);
  });

  test("a bot that is removed from the channel knows at once", async () => {
    const { voice, bot } = await scene.enter(0);
    const ends: unknown[] = [];
    voice.on("stateChange", (status, _before, failure) => ends.push([status, failure]));
    const { sendPayload } = bot.adapterCreator({
      onVoiceServerUpdate: () => undefined,
      onVoiceStateUpdate: () => undefined,
      destroy: () => undefined,
    });
    // The state of the main gateway ends, not the voice connection: what a moderator's kick looks like.
    const d = { guild_id: scene.guild.guildId, channel_id: null, self_mute: false, self_deaf: false };
    sendPayload({ op: 4, d });
    await waitFor("the end", () => voice.status === "disconnected");
    expect(ends.at(-1)).toEqual(["disconnected", "REMOVED"]);
    const again = scene.join(bot);
    await again.ready();
  });

  test("4014 without a move ends the connection", async () => {
    const { voice, bot } = await scene.enter(0);
    const ends: [VoiceStatus, number][] = [];
    voice.on("stateChange", (status, _before, _failure, code) => ends.push([status, code]));
    const closes = closesOf(voice);
    scene.platform.control.voice.close(bot.userId, 4014);
    await waitFor("the close", () => closes.length > 0);
    expect(closes[0]).toMatchObject({ code: 4014, willRetry: false, inMs: 5000 });
    await waitFor("the end", () => voice.status === "disconnected");
    expect(ends.at(-1)?.[0]).toBe("disconnected");
  });
});

describe("a connection that keeps its session only", () => {
  test("4015 is resumed", async () => {
    const bot = await scene.login(0);
    const voice = scene.join(bot, { recovery: "session" });
    await voice.ready();
    const closes = closesOf(voice);
    const statuses = statusesOf(voice);
    scene.platform.control.voice.close(bot.userId, 4015);
    await waitFor("the resume", () => statuses.at(-1) === "connected");
    expect(closes).toMatchObject([{ code: 4015, willRetry: true, inMs: 0 }]);
  });

  test.each([4006, 4014, 4022])("%i ends it at once, and nothing is sent", async (code) => {
    const bot = await scene.login(0);
    const voice = scene.join(bot, { recovery: "session" });
    await voice.ready();
    const sent = bot.sent.length;
    const seen: unknown[] = [];
    voice.on("closed", (close) => seen.push([close.code, close.willRetry, close.inMs]));
    voice.on("stateChange", (status, _before, failure, closeCode) => seen.push([status, failure, closeCode]));
    scene.platform.control.voice.close(bot.userId, code);
    await waitFor("the end", () => voice.status === "disconnected");
    expect(seen).toEqual([
      [code, false, 0],
      ["disconnected", "SIGNALLING_UNEXPECTED_CLOSE", code],
    ]);
    await expect(voice.ready()).rejects.toMatchObject({ code: "SIGNALLING_UNEXPECTED_CLOSE" });
    expect(bot.sent).toHaveLength(sent);
  });
});
