// A bot of the drop-in is heard, and hears, as bots of @discordjs/voice write it.
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  AudioPlayerStatus,
  createAudioPlayer,
  createAudioResource,
  EndBehaviorType,
  entersState,
  joinVoiceChannel,
  StreamType,
  VoiceConnectionStatus,
  type AudioPlayer,
  type AudioPlayerError,
  type VoiceConnection,
} from "../../../packages/discordjs-voice/index.js";
import type { RawBot } from "../../support/raw-bot.js";
import { tone } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, stereo, tonePieces, wavFile, type Heard } from "./support-voice-bots.js";

/** 20 ms each: a second */
const PIECES = 50;
const HEARD = PIECES * 0.8;
const PATIENCE_MS = 10_000;

let folder: string;
let wav: string;
let scene: BotScene;
let bot: RawBot;
let listener: Awaited<ReturnType<BotScene["enter"]>>;
let connection: VoiceConnection;
let player: AudioPlayer;
let pcm: Heard;
const states: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "sdkpp-drop-in-"));
  wav = path.join(folder, "tone.wav");
  await writeFile(wav, wavFile(tone(HZ, PIECES * 960)));
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  scene = await BotScene.start();
  bot = await scene.login(0);
  listener = await scene.enter(1);
  connection = joinVoiceChannel({
    guildId: scene.guild.guildId,
    channelId: scene.guild.channelIds[0],
    adapterCreator: bot.adapterCreator,
    selfDeaf: false,
    ca: scene.platform.endpoints.ca,
  });
  player = createAudioPlayer();
  states.length = 0;
  player.on("stateChange", (_before, { status }) => states.push(status));
  connection.subscribe(player);
  pcm = listen(listener.voice.receiver.subscribe(bot.userId, { format: "pcm" }), HZ);
});

afterEach(async () => {
  player.stop(true);
  connection.destroy();
  await scene.end();
});

const ready = () => entersState(connection, VoiceConnectionStatus.Ready, PATIENCE_MS);
const idle = () => entersState(player, AudioPlayerStatus.Idle, PATIENCE_MS);
const bytesOf = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

function* rawBytes(pieces: number): Generator<Buffer> {
  for (const piece of tonePieces(HZ, pieces)) yield bytesOf(piece);
}

/** The loudest sample that was heard of the tone, without the blocks of its beginning and end. */
const peak = (): number => {
  const blocks = pcm.blocks.map(({ data }) => data as Int16Array);
  const peaks = blocks.map((block) => block.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
  return peaks.sort((one, two) => one - two)[Math.floor(peaks.length * 0.75)] ?? 0;
};

describe("a bot of the drop-in", () => {
  it("plays raw samples, and is idle when they were heard", async () => {
    await ready();
    const resource = createAudioResource(Readable.from(rawBytes(PIECES), { objectMode: false }), {
      inputType: StreamType.Raw,
    });
    player.play(resource);
    await idle();
    await waitFor("the tone", () => pcm.tone >= HEARD);
    expect(states).toEqual(["buffering", "playing", "idle"]);
    expect(resource.playbackDuration).toBe(PIECES * 20);
    expect([resource.ended, resource.started]).toEqual([true, true]);
  });

  it("is encrypted end to end, and tells the codes of it", async () => {
    const transitions: number[] = [];
    connection.on("transitioned", (id) => transitions.push(id));
    await ready();
    await waitFor("the encryption", () => connection.voicePrivacyCode !== undefined);
    expect(connection.voicePrivacyCode).toBe((await listener.voice.encrypted()).privacyCode);
    expect(await connection.getVerificationCode(listener.bot.userId)).toBe(
      await listener.voice.verificationCode(bot.userId),
    );
    await expect(connection.getVerificationCode("1")).rejects.toThrow("not in an encrypted call");
    expect(transitions.length).toBeGreaterThan(0);
    await waitFor("a ping", () => connection.ping.udp !== undefined);
  });

  it("plays paths and streams of files", async () => {
    await ready();
    for (const input of [wav, createReadStream(wav)]) {
      const before = pcm.tone;
      player.play(createAudioResource(input));
      await idle();
      await waitFor("the tone", () => pcm.tone >= before + HEARD);
    }
  });

  it("waits for its connection, and then plays all of it", async () => {
    player.play(createAudioResource(wav));
    await entersState(player, AudioPlayerStatus.AutoPaused, PATIENCE_MS);
    await ready();
    await idle();
    await waitFor("the tone", () => pcm.tone >= HEARD);
    expect(states).toEqual(["buffering", "playing", "autopaused", "playing", "idle"]);
  });

  it("pauses, goes on and stops", async () => {
    await ready();
    const resource = createAudioResource(Readable.from(rawBytes(Infinity), { objectMode: false }), {
      inputType: StreamType.Raw,
    });
    player.play(resource);
    await waitFor("the tone", () => pcm.tone > 10);
    let isQuiet = false;
    listener.voice.on("speaking", (_userId, speaking) => (isQuiet = !speaking));
    player.pause();
    const paused = resource.playbackDuration;
    await waitFor("silence", () => isQuiet);
    expect(resource.playbackDuration).toBeLessThanOrEqual(paused + 40);
    const before = pcm.tone;
    player.unpause();
    await waitFor("the tone again", () => pcm.tone > before + 25);
    player.stop();
    await idle();
    expect(states).toEqual(["buffering", "playing", "paused", "playing", "idle"]);
    expect(resource.playStream.destroyed).toBe(true);
  });

  it("plays at the volume of the resource", async () => {
    await ready();
    player.play(createAudioResource(wav));
    await idle();
    await waitFor("the tone", () => pcm.tone >= HEARD);
    const loud = peak();
    pcm.blocks.length = 0;
    const resource = createAudioResource(wav, { inlineVolume: true });
    resource.volume?.setVolume(0.25);
    player.play(resource);
    await idle();
    await waitFor("the quiet tone", () => pcm.blocks.length >= HEARD);
    expect(peak() / loud).toBeCloseTo(0.25, 1);
  });

  it("plays what it sends packet by packet, and hears others", async () => {
    await ready();
    const stream = connection.receiver.subscribe(listener.bot.userId, {
      // A busy machine pauses for longer than the usual 100 ms.
      end: { behavior: EndBehaviorType.AfterSilence, duration: 1000 },
    });
    const said: string[] = [];
    connection.receiver.speaking.on("start", (userId) => said.push(`start ${userId}`));
    connection.receiver.speaking.on("end", (userId) => said.push(`end ${userId}`));
    const packets: Buffer[] = [];
    stream.on("data", (packet: Buffer) => {
      packets.push(packet);
      connection.playOpusPacket(packet);
    });
    listener.voice.play({
      type: "pcm",
      samples: [stereo(tone(HZ, PIECES * 960))],
      sampleRate: 48_000,
      channels: 2,
    });
    await waitFor("the end of the stream", () => stream.readableEnded);
    await waitFor("the echo", () => pcm.tone >= HEARD);
    const [start, end] = [`start ${listener.bot.userId}`, `end ${listener.bot.userId}`];
    expect(said).toEqual(said.map((_, at) => (at % 2 === 0 ? start : end)));
    expect(said.at(-1)).toBe(end);
    expect(packets.length).toBeGreaterThanOrEqual(PIECES);
    expect(connection.receiver.ssrcMap.get(listener.bot.userId)?.audioSSRC).toBe(
      Reflect.get(packets[0]!, "ssrc"),
    );
  });

  it("reports a resource that cannot be played, and plays the next", async () => {
    await ready();
    const errors: AudioPlayerError[] = [];
    player.on("error", (error) => errors.push(error));
    const missing = createAudioResource(path.join(folder, "missing.mp3"));
    player.play(missing);
    await waitFor("the error", () => states.at(-1) === "idle");
    player.play(createAudioResource(wav));
    await idle();
    await waitFor("the tone", () => pcm.tone >= HEARD);
    expect(errors.map(({ resource }) => resource)).toEqual([missing]);
  });

  it("goes on playing in another channel, and is over when it is destroyed", async () => {
    await ready();
    player.play(
      createAudioResource(Readable.from(rawBytes(Infinity), { objectMode: false }), {
        inputType: StreamType.Raw,
      }),
    );
    await waitFor("the tone", () => pcm.tone > 10);
    listener.voice.move(scene.guild.channelIds[1]);
    connection.rejoin({ channelId: scene.guild.channelIds[1], selfDeaf: false, selfMute: false });
    const heard = listen(listener.voice.receiver.subscribe(bot.userId, { format: "pcm" }), HZ);
    await waitFor("the tone in the other channel", () => heard.tone > 25);
    expect(connection.joinConfig.channelId).toBe(scene.guild.channelIds[1]);
  });
});
