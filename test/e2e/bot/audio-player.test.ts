import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { AudioPlayer, type AudioSource } from "sdkpp/voice";
import { Permission } from "sdkpp/wire";
import { oggFile } from "../../support/ogg.js";
import { tone, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, tonePieces, wavFile, type Heard } from "./support-voice-bots.js";

/** 20 ms each */
const PIECES = 50;
const SILENCES = 5;
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);

let scene: BotScene;
let player: AudioPlayer;

beforeEach(async () => {
  scene = await BotScene.start();
  player = new AudioPlayer();
});

afterEach(async () => {
  player.close();
  await scene.end();
});

const pcmOf = (frequency: number, pieces?: number): AudioSource => ({
  type: "pcm",
  samples: tonePieces(frequency, pieces),
  sampleRate: 48_000,
  channels: 2,
});

/** What was heard of a source, without the silence at its end. */
function packetsOf(heard: Heard): Buffer[] {
  const packets = heard.blocks.map(({ data }) => Buffer.from(data as Uint8Array));
  return packets.filter((packet) => !packet.equals(SILENCE));
}

/** The five frames that end sound were heard last. */
function isSilent({ blocks }: Heard): boolean {
  const last = blocks.slice(-SILENCES);
  return last.length === SILENCES && last.every(({ data }) => data.length === SILENCE.length);
}

/** Two bots; the first sends what the player plays, the second hears its packets. */
async function hearing() {
  const one = await scene.enter(0);
  const two = await scene.enter(1);
  const heard = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "opus" }));
  const subscription = one.voice.subscribe(player);
  return { one, two, heard, subscription };
}

/** Packets of a tone, as they arrive at a bot. */
async function recordPackets(heard: Heard, count: number): Promise<Uint8Array[]> {
  const from = heard.blocks.length;
  const playback = player.play(pcmOf(HZ));
  await waitFor("packets to record", () => packetsOf(heard).length >= from + count);
  playback.stop();
  await waitFor("silence", () => isSilent(heard));
  const packets = packetsOf(heard).slice(0, count);
  heard.blocks.length = 0;
  return packets;
}

describe("one player", () => {
  test("is heard through every connection that it is given to", async () => {
    const one = await scene.enter(0);
    const two = await scene.enter(1);
    const first = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "pcm" }), HZ);
    const second = listen(one.voice.receiver.subscribe(two.bot.userId, { format: "pcm" }), HZ);
    one.voice.subscribe(player);
    two.voice.subscribe(player);
    expect(await player.play({ type: "wav", file: wavFile(tone(HZ, PIECES * 960)) }).ended).toBe("finished");
    await waitFor("the tone, twice", () => first.tone >= PIECES * 0.8 && second.tone >= PIECES * 0.8);
  });

  test("waits for a connection, and plays from the beginning then", async () => {
    const { one, heard, subscription } = await hearing();
    const packets = await recordPackets(heard, PIECES);
    subscription.dispose();
    const playback = player.play({ type: "opus", packets });
    await waitFor("nobody to hear", () => player.status === "unheard");
    expect([player.positionMs, player.current]).toEqual([0, playback]);
    one.voice.subscribe(player);
    expect(await playback.ended).toBe("finished");
    await waitFor("every packet", () => packetsOf(heard).length >= PIECES);
    expect(packetsOf(heard)).toEqual(packets.map((packet) => Buffer.from(packet)));
  });
});

describe("steering", () => {
  test("a pause keeps the place: every packet is heard once", async () => {
    const { heard } = await hearing();
    const packets = await recordPackets(heard, PIECES);
    const playback = player.play({ type: "opus", packets });
    await waitFor("some packets", () => packetsOf(heard).length > 20);
    player.pause();
    await waitFor("silence", () => isSilent(heard));
    const { positionMs } = player;
    expect([player.status, packetsOf(heard).length * 20]).toEqual(["paused", positionMs]);
    player.resume();
    expect(await playback.ended).toBe("finished");
    await waitFor("every packet", () => packetsOf(heard).length >= PIECES);
    expect(packetsOf(heard)).toEqual(packets.map((packet) => Buffer.from(packet)));
  });

  test("a volume other than 100 encodes packets anew, and 100 sends them as they are again", async () => {
    const { heard } = await hearing();
    const packets = await recordPackets(heard, PIECES);
    const sent = new Set(packets.map((packet) => Buffer.from(packet).toString("base64")));
    const isOriginal = (packet: Buffer): boolean => sent.has(packet.toString("base64"));
    player.play({ type: "opus", packets });
    await waitFor("originals", () => packetsOf(heard).length > 10);
    player.setVolume(50);
    await waitFor("others", () => packetsOf(heard).filter((packet) => !isOriginal(packet)).length > 10);
    player.setVolume(100, { fadeMs: 100 });
    const changed = (): number => packetsOf(heard).findLastIndex((packet) => !isOriginal(packet));
    await waitFor("originals again", () => packetsOf(heard).length > changed() + 5);
    expect(player.gain).toBe(1);
  });

  test("an announcement is heard over music, which is turned down meanwhile", async () => {
    const one = await scene.enter(0);
    const two = await scene.enter(1);
    const stream = two.voice.receiver.subscribe(one.bot.userId, { format: "pcm" });
    one.voice.subscribe(player);
    player.play(pcmOf(HZ));
    const heard = listen(stream, HZ);
    await waitFor("music", () => heard.tone > 20);
    const announcement = player.mix(pcmOf(1000, 40), { duck: { by: -20, attackMs: 20, releaseMs: 20 } });
    expect(await announcement.ended).toBe("finished");
    const isMusic = ({ data }: (typeof heard.blocks)[number]): boolean =>
      toneShare(data as Int16Array, HZ) > 0.5;
    const isAnnouncement = ({ data }: (typeof heard.blocks)[number]): boolean =>
      toneShare(data as Int16Array, 1000) > 0.9;
    await waitFor(
      "music again",
      () => heard.blocks.findLastIndex(isAnnouncement) < heard.blocks.findLastIndex(isMusic),
    );
    expect(heard.blocks.filter(isAnnouncement).length).toBeGreaterThan(20);
    expect(player.status).toBe("playing");
  });

  test("queued sources follow each other, and a file that is none is left out", async () => {
    const { heard } = await hearing();
    const ended: string[] = [];
    const names = new Map([
      [player.queue({ type: "wav", file: wavFile(tone(HZ, 20 * 960)) }), "first"],
      [player.queue({ type: "wav", file: new Uint8Array(100) }), "broken"],
      [player.queue(pcmOf(HZ, 20)), "last"],
    ]);
    player.on("playbackEnded", (playback, outcome) => ended.push(`${names.get(playback)!} ${outcome}`));
    const [, broken, last] = [...names.keys()];
    await expect(broken!.ended).rejects.toMatchObject({ code: "WAV_INVALID" });
    expect(await last!.ended).toBe("finished");
    expect(ended).toEqual(["first finished", "last finished"]);
    expect([player.status, player.queued]).toEqual(["idle", []]);
    await waitFor("both", () => packetsOf(heard).length >= 40);
    const silences = heard.blocks.slice(0, 40).filter(({ data }) => data.length === SILENCE.length);
    expect(silences).toEqual([]);
  });

  test("a source fades into the next one, at its end and when it is skipped", async () => {
    const one = await scene.enter(0);
    const two = await scene.enter(1);
    using fading = new AudioPlayer({ crossFadeMs: 400 });
    const heard = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "pcm" }), HZ);
    one.voice.subscribe(fading);
    const wav = (frequency: number): AudioSource => ({
      type: "wav",
      file: wavFile(tone(frequency, 50 * 960)),
    });
    const [first, second] = [fading.queue(wav(HZ)), fading.queue(wav(1000))];
    fading.queue(wav(HZ));
    expect(await first.ended).toBe("finished");
    expect(fading.current).toBe(second);
    const share = ({ data }: (typeof heard.blocks)[number], frequency: number): number =>
      toneShare(data as Int16Array, frequency);
    const both = (): number =>
      heard.blocks.filter((block) => share(block, HZ) > 0.1 && share(block, 1000) > 0.1).length;
    await waitFor("the second alone", () => share(heard.blocks.at(-1)!, 1000) > 0.95);
    const inFirstFade = both();
    expect(inFirstFade).toBeGreaterThan(6);
    expect(fading.skip()).toBe(true);
    expect(await second.ended).toBe("stopped");
    await waitFor("another fade", () => both() > inFirstFade + 6);
  });

  test("a source that loops is heard without a gap, and the next one after it", async () => {
    const { heard } = await hearing();
    // 25 blocks and a half: three rounds meet within blocks
    const looping = player.queue(wavFile(tone(HZ, 25.5 * 960)), { loop: 3 });
    const next = player.queue({ type: "wav", file: wavFile(tone(1000, 10 * 960)) });
    expect([await looping.ended, await next.ended]).toEqual(["finished", "finished"]);
    await waitFor("silence", () => isSilent(heard));
    expect(heard.blocks.findIndex(({ data }) => data.length === SILENCE.length)).toBe(87);
  });

  test.each<[string, (file: Uint8Array) => AudioSource]>([
    ["bytes", (file) => file],
    ["a typed file", (file) => ({ type: "wav", file })],
  ])("a source that is mixed in loops without a gap: %s", async (_name, sourceOf) => {
    const { heard } = await hearing();
    const rain = player.mix(sourceOf(wavFile(tone(HZ, 25.5 * 960))), { loop: 3 });
    expect(await rain.ended).toBe("finished");
    await waitFor("silence", () => isSilent(heard));
    expect(heard.blocks.findIndex(({ data }) => data.length === SILENCE.length)).toBe(77);
    const wind = player.mix(wavFile(tone(HZ, 5 * 960)), { loop: true });
    await waitFor("many rounds", () => heard.blocks.length > 77 + SILENCES + 30);
    wind.stop();
    expect([await wind.ended, player.status]).toEqual(["stopped", "idle"]);
    await waitFor("silence again", () => isSilent(heard));
  });

  test("an Ogg file in memory sounds as the same file by its path, in every round", async () => {
    const { heard } = await hearing();
    const packets = await recordPackets(heard, 30);
    const first = oggFile(packets.slice(0, 20), 1, { preSkip: 500, padding: 300 });
    const file = Buffer.concat([first, oggFile(packets.slice(20), 1, { preSkip: 312 })]);
    const folder = await mkdtemp(path.join(os.tmpdir(), "sdkpp-ogg-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const name = path.join(folder, "tone.ogg");
    await writeFile(name, file);
    const hear = async (source: AudioSource, loop: number): Promise<Buffer[]> => {
      heard.blocks.length = 0;
      expect(await player.play(source, { loop }).ended).toBe("finished");
      await waitFor("silence", () => isSilent(heard));
      return packetsOf(heard);
    };
    // decoded and encoded: without what the file leaves out, and the first time with a ramp
    player.setVolume(90);
    await hear(name, 1);
    const byPath = await hear(name, 3);
    expect(byPath).toHaveLength(Math.ceil((3 * (30 * 960 - 500 - 300 - 312)) / 960));
    expect(await hear({ type: "ogg", file }, 3)).toEqual(byPath);
    heard.blocks.length = 0;
    const endless = player.play({ type: "ogg", file, loop: true });
    await waitFor("three rounds", () => packetsOf(heard).length >= byPath.length);
    endless.stop();
    // the last one is cut off by its end
    expect(packetsOf(heard).slice(0, byPath.length - 1)).toEqual(byPath.slice(0, -1));
  });

  test("skip() goes on to the next source, and stop() drops all", async () => {
    await hearing();
    const first = player.queue(pcmOf(1000));
    const second = player.queue(pcmOf(HZ));
    const third = player.queue(pcmOf(HZ));
    await waitFor("the first", () => player.status === "playing");
    expect(player.skip()).toBe(true);
    expect(await first.ended).toBe("stopped");
    expect([player.current, player.queued]).toEqual([second, [third]]);
    await waitFor("the second", () => player.status === "playing");
    player.stop();
    expect(await Promise.all([second.ended, third.ended])).toEqual(["stopped", "stopped"]);
    expect([player.status, player.skip()]).toEqual(["idle", false]);
  });

  test("tells when a source has nothing, and for how long", async () => {
    await hearing();
    const told: [string, ...unknown[]][] = [];
    player.on("starved", () => told.push(["starved"]));
    player.on("refilled", (_playback, starvedMs) => told.push(["refilled", starvedMs >= 20]));
    let goOn = (): void => undefined;
    const isEmpty = new Promise<void>((resolve) => (goOn = resolve));
    async function* pieces() {
      yield* tonePieces(HZ, 10);
      await isEmpty;
      yield* tonePieces(HZ, 10);
    }
    const playback = player.play({ type: "pcm", samples: pieces(), sampleRate: 48_000, channels: 2 });
    await waitFor("nothing to play", () => player.status === "buffering" && told.length === 1);
    goOn();
    expect(await playback.ended).toBe("finished");
    expect(told).toEqual([["starved"], ["refilled", true]]);
  });

  test("a closed player falls silent everywhere and says so", async () => {
    const { one, heard } = await hearing();
    const playback = player.play(pcmOf(HZ));
    await waitFor("sound", () => packetsOf(heard).length > 10);
    player.close();
    expect([await playback.ended, player.status]).toEqual(["stopped", "closed"]);
    await waitFor("silence", () => isSilent(heard));
    for (const use of [
      () => player.play(pcmOf(HZ)),
      () => player.queue(pcmOf(HZ)),
      () => player.pause(),
      () => player.setVolume(50),
      () => one.voice.subscribe(player),
    ])
      expect(use).toThrow(expect.objectContaining({ code: "PLAYER_CLOSED" }));
  });
});

describe("a player on a stage", () => {
  test("is told that nobody hears it, plays on, and is heard when the bot may speak", async () => {
    const { platform, guild } = scene;
    const [own, other] = guild.accounts;
    const theatre = platform.control.guilds.create({
      name: "Theatre",
      ownerId: platform.seeded.userIds[0],
      memberIds: [own!.userId, other!.userId],
      channels: [{ name: "stage", kind: "stage" }],
      roles: [{ name: "Actor", permissions: Permission.Administrator, memberIds: [own!.userId] }],
    });
    const place = { guildId: theatre.id, channelId: theatre.channels[0]!.id };
    const one = scene.join(await scene.login(0), place);
    const two = scene.join(await scene.login(1), place);
    await Promise.all([one.ready(), two.ready()]);
    const pcm = listen(two.receiver.subscribe(own!.userId, { format: "pcm" }), HZ);
    const told: unknown[] = [];
    player.on("silenced", (serverId, by) => told.push([serverId, by]));
    one.subscribe(player);
    player.play(pcmOf(HZ));
    await waitFor("the source to play", () => player.status === "playing" && player.positionMs > 100);
    expect([told, pcm.tone]).toEqual([[[BigInt(theatre.id), "suppressed"]], 0]);
    await fetch(`${platform.endpoints.apiBase}/v10/guilds/${theatre.id}/voice-states/@me`, {
      method: "PATCH",
      headers: { authorization: `Bot ${own!.token}`, "content-type": "application/json" },
      body: JSON.stringify({ suppress: false }),
    });
    await waitFor("the tone", () => pcm.tone > 10);
    expect(told.at(-1)).toEqual([BigInt(theatre.id), undefined]);
  });
});
