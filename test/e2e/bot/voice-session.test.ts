import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { VoiceSession } from "sdkpp/voice";
import type { RawBot } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, tonePieces } from "./support-voice-bots.js";

let scene: BotScene;
let bot: RawBot;
let session: VoiceSession;

beforeEach(async () => {
  scene = await BotScene.start();
  bot = await scene.login(0);
  const grant = await bot.askToJoin(scene.guild.guildId, scene.guild.channelIds[0]);
  session = VoiceSession.fromCredentials({ ...grant, ca: scene.platform.endpoints.ca, selfDeaf: false });
  await session.ready();
});

afterEach(async () => {
  session.destroy();
  await scene.end();
});

function playTone(): void {
  session.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
}

describe("a session on the credentials of another main gateway", () => {
  test("is heard and hears, encrypted end to end", async () => {
    const two = await scene.enter(1);
    playTone();
    const heard = listen(two.voice.receiver.subscribe(bot.userId, { format: "pcm" }), HZ);
    await waitFor("the tone", () => heard.tone > 10);
    two.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    const back = listen(session.receiver.subscribe(two.bot.userId, { format: "pcm" }), HZ);
    await waitFor("the tone of the other one", () => back.tone > 10);
    const status = await session.encrypted();
    expect(status.privacyCode).toBe((await two.voice.encrypted()).privacyCode);
    expect(session.getStats().speakers).toHaveLength(1);
  });

  test("moves with what the host passes on, and keeps its source", async () => {
    const two = await scene.enter(1);
    playTone();
    two.voice.move(scene.guild.channelIds[1]);
    const heard = listen(two.voice.receiver.subscribe(bot.userId, { format: "pcm" }), HZ);
    const grant = await bot.askToJoin(scene.guild.guildId, scene.guild.channelIds[1]);
    session.updateState(grant);
    session.updateServer(grant);
    await waitFor("the tone in the other channel", () => heard.tone > 10);
    expect([session.channelId, session.status]).toEqual([BigInt(scene.guild.channelIds[1]), "connected"]);
  });

  test("moves when the voice gateway has closed before the host passes anything on", async () => {
    const two = await scene.enter(1);
    playTone();
    two.voice.move(scene.guild.channelIds[1]);
    const heard = listen(two.voice.receiver.subscribe(bot.userId, { format: "pcm" }), HZ);
    const closes: unknown[] = [];
    session.on("closed", ({ code, willRetry, inMs }) => closes.push([code, willRetry, inMs]));
    const grant = await bot.askToJoin(scene.guild.guildId, scene.guild.channelIds[1]);
    await waitFor("the close", () => closes.length > 0);
    expect([closes, session.status]).toEqual([[[4014, false, 5000]], "reconnecting"]);
    session.updateState(grant);
    session.updateServer(grant);
    await waitFor("the tone in the other channel", () => heard.tone > 10);
    expect([session.channelId, session.status]).toEqual([BigInt(scene.guild.channelIds[1]), "connected"]);
  });

  test("resumes after 4015, and ends at once after 4006, without a word to the main gateway", async () => {
    const seen: unknown[] = [];
    const sent = bot.sent.length;
    session.on("closed", ({ code, willRetry, inMs }) => seen.push([code, willRetry, inMs]));
    session.on("stateChange", (status, _before, failure, code) => seen.push([status, failure, code]));
    scene.platform.control.voice.close(bot.userId, 4015);
    await waitFor("the resume", () => seen.length === 3);
    scene.platform.control.voice.close(bot.userId, 4006);
    await waitFor("the end", () => session.status === "disconnected");
    expect(seen).toEqual([
      [4015, true, 0],
      ["reconnecting", undefined, 0],
      ["connected", undefined, 0],
      [4006, false, 0],
      ["disconnected", "SIGNALLING_UNEXPECTED_CLOSE", 4006],
    ]);
    session.destroy();
    expect(bot.sent).toHaveLength(sent);
  });

  test("ends at once when the credentials are not valid", async () => {
    const grant = await bot.askToJoin(scene.guild.guildId, scene.guild.channelIds[1]);
    using wrong = VoiceSession.fromCredentials({
      ...grant,
      token: "of another session",
      ca: scene.platform.endpoints.ca,
    });
    await expect(wrong.ready()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
