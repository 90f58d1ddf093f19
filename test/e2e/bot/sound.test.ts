import type { ReceivedPacket } from "sdkpp/voice";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { tone } from "../../support/tone.js";
import { oggFile } from "../../support/ogg.js";
import { BotScene, HZ, listen, tonePieces, wavFile } from "./support-voice-bots.js";

/** 20 ms each */
const PIECES = 100;
/** A busy machine announces speech late, and what waits longer than that is not sent. */
const HEARD = PIECES * 0.8;

let scene: BotScene;

beforeEach(async () => {
  scene = await BotScene.start();
});

afterEach(() => scene.end());

/** 20 ms packets of a tone, as the first bot's encoder makes them and the second one receives them. */
async function recordPackets(count: number): Promise<Uint8Array[]> {
  const one = await scene.enter(0);
  const two = await scene.enter(1);
  const opus = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "opus" }));
  const playback = one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
  await waitFor("packets to record", () => opus.blocks.length >= count);
  playback.stop();
  one.voice.destroy();
  two.voice.destroy();
  return opus.blocks.slice(0, count).map((block) => block.data as Uint8Array);
}

describe("playing to the end", () => {
  test("PCM", async () => {
    const { one, pcm } = await scene.twoBots();
    const { ended } = one.voice.play({
      type: "pcm",
      samples: tonePieces(HZ, PIECES),
      sampleRate: 48_000,
      channels: 2,
    });
    expect(await ended).toBe("finished");
    await waitFor("the tone", () => pcm.tone >= HEARD);
    expect(pcm.tone).toBeLessThanOrEqual(PIECES + 2);
  });

  test("a WAV file", async () => {
    const { one, pcm } = await scene.twoBots();
    const { ended } = one.voice.play({ type: "wav", file: wavFile(tone(HZ, PIECES * 960)) });
    expect(await ended).toBe("finished");
    await waitFor("the tone", () => pcm.tone >= HEARD);
  });

  test("Opus packets and an Ogg Opus file arrive byte for byte", async () => {
    const packets = await recordPackets(PIECES);
    const one = await scene.enter(0);
    const two = await scene.enter(1);
    const opus = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "opus" }));
    const received = (): Buffer[] => opus.blocks.map((block) => Buffer.from(block.data as Uint8Array));
    const sent = packets.map((packet) => Buffer.from(packet));
    expect(await one.voice.play({ type: "opus", packets }).ended).toBe("finished");
    await waitFor("every packet", () => opus.blocks.length >= PIECES);
    expect(received().slice(0, PIECES)).toEqual(sent);
    const start = opus.blocks.length;
    expect(await one.voice.play({ type: "ogg", file: oggFile(packets) }).ended).toBe("finished");
    const isSilence = (packet: Buffer): boolean => packet.equals(Buffer.from([0xf8, 0xff, 0xfe]));
    const second = (): Buffer[] =>
      received()
        .slice(start)
        .filter((packet) => !isSilence(packet));
    await waitFor("every packet of the file", () => second().length >= PIECES);
    expect(second()).toEqual(sent);
  });

  test("what is played before the bot has joined is heard from its beginning, and nothing is lost", async () => {
    const packets = await recordPackets(PIECES);
    const two = await scene.enter(1);
    const bot = await scene.login(0);
    const opus = listen(two.voice.receiver.subscribe(bot.userId, { format: "opus" }));
    const voice = scene.join(bot);
    const { ended } = voice.play({ type: "opus", packets });
    await voice.ready();
    expect(await voice.encrypted()).toMatchObject({ state: "on" });
    expect(await ended).toBe("finished");
    await waitFor("every packet", () => opus.blocks.length >= PIECES);
    expect(opus.blocks.slice(0, PIECES).map(({ data }) => Buffer.from(data as Uint8Array))).toEqual(
      packets.map((packet) => Buffer.from(packet)),
    );
  });

  test("a damaged Ogg Opus file, to its end and not as if nothing were missing", async () => {
    const packets = await recordPackets(PIECES);
    const file = oggFile(packets);
    const middle = file.length >> 1;
    file[middle] = file[middle]! ^ 0xff;
    const one = await scene.enter(0);
    const warnings: string[] = [];
    one.voice.on("warning", (message) => warnings.push(message));
    const playback = one.voice.play({ type: "ogg", file });
    expect(await playback.ended).toBe("damaged");
    expect(playback.losses).toMatchObject({ pages: 1, playedMs: (PIECES - 1) * 20 });
    expect(playback.losses!.bytes).toBeGreaterThan(0);
    expect(warnings).toEqual([
      expect.stringMatching(/^the source is damaged: skipped \d+ bytes .*, 1 missing page; /),
    ]);
    await waitFor("the counters", () => one.voice.getStats().input.pagesMissing === 1);
  });

  test("a new source replaces the old one, and stop() ends a source", async () => {
    const { one, pcm } = await scene.twoBots();
    const first = one.voice.play({
      type: "pcm",
      samples: tonePieces(1000),
      sampleRate: 48_000,
      channels: 2,
    });
    const second = one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    expect(await first.ended).toBe("stopped");
    await waitFor("the second tone", () => pcm.tone > 10);
    second.stop();
    expect(await second.ended).toBe("stopped");
  });
});

describe("receiving", () => {
  test("Opus packets carry sequence and timestamp, PCM is 20 ms of stereo, and a closed stream ends", async () => {
    const one = await scene.enter(0);
    const two = await scene.enter(1);
    const stream = two.voice.receiver.subscribe(one.bot.userId, { format: "opus" });
    const opus = listen(stream);
    one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    await waitFor("packets", () => opus.blocks.length >= 20);
    const [a, b] = opus.blocks.slice(10, 12) as ReceivedPacket[];
    expect((b!.sequence - a!.sequence) & 0xffff).toBe(1);
    expect((b!.rtpTimestamp - a!.rtpTimestamp) >>> 0).toBe(960);
    expect(Math.abs(b!.timestamp - a!.timestamp - 960)).toBeLessThanOrEqual(4);
    expect([a!.ssrc > 0, b!.ssrc]).toEqual([true, a!.ssrc]);
    expect(b!.arrival).toBeGreaterThanOrEqual(a!.arrival);
    // This speaker has no listener, so nothing is decoded; it is counted all the same.
    await waitFor("the counters", () => two.voice.getStats().speakers[0]!.packetsReceived >= 20);
    expect(two.voice.getStats().speakers[0]).toMatchObject({ packetsLost: 0, playedSamples: 0 });
    stream.close();
    await waitFor("the end of the stream", () => opus.isOver);
    const pcm = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "pcm" }), HZ);
    await waitFor("the tone", () => pcm.tone > 10);
    expect(pcm.blocks[0]!.data).toHaveLength(960 * 2);
    expect(pcm.blocks[0]!.userId).toBe(BigInt(one.bot.userId));
    expect(pcm.blocks[0]!.timestamp).toBeGreaterThan(opus.blocks[10]!.timestamp);
  });

  test("statistics count both directions", async () => {
    const { one, two, pcm } = await scene.twoBots();
    one.voice.play({ type: "pcm", samples: tonePieces(HZ), sampleRate: 48_000, channels: 2 });
    await waitFor("the tone", () => pcm.tone > 50);
    // figures are published every 100 ms
    await waitFor("the counters", () => one.voice.getStats().packetsSent > 50);
    await waitFor("the counters", () => (two.voice.getStats().speakers[0]?.packetsReceived ?? 0) > 50);
    const sent = one.voice.getStats();
    const received = two.voice.getStats();
    expect(sent.sendErrors).toBe(0);
    expect(received.speakers).toHaveLength(1);
    expect(received.speakers[0]).toMatchObject({ userId: BigInt(one.bot.userId), packetsLost: 0 });
    expect(received.refused).toEqual({
      malformed: 0,
      authentication: 0,
      replay: 0,
      duplicate: 0,
      tooLong: 0,
      unknownSsrc: 0,
      foreign: 0,
    });
    await waitFor("a round trip", () => one.voice.getStats().roundTripMs >= 0);
  });
});
