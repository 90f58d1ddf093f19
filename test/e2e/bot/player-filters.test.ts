// The filters of a player, as another bot hears them.
import { afterEach, beforeEach, test } from "vitest";
import { AudioPlayer, type AudioSource, type ReceivedBlock } from "sdkpp/voice";
import { tone, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, HZ, listen, stereo, tonePieces, wavFile, type Heard } from "./support-voice-bots.js";

const MUTED_HZ = 1000;
const PIECES = 50;
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

/** What the second bot hears of the player, through the first one. */
async function hearing(format: "pcm" | "opus"): Promise<Heard> {
  const one = await scene.enter(0);
  const two = await scene.enter(1);
  const heard = listen(two.voice.receiver.subscribe(one.bot.userId, { format }), HZ);
  one.voice.subscribe(player);
  return heard;
}

const samplesOf = ({ data }: ReceivedBlock): Int16Array => data as Int16Array;

/** 20 ms pieces without an end. */
function endless(piece: (start: number) => Int16Array): AudioSource {
  function* pieces(): Generator<Int16Array> {
    for (let at = 0; ; at += 960) yield piece(at);
  }
  return { type: "pcm", samples: pieces(), sampleRate: 48_000, channels: 2 };
}

/** Waits until the newest `blocks` that come from now on are as wanted. */
async function isHeard(what: string, heard: Heard, blocks: number, is: (last: ReceivedBlock[]) => boolean) {
  const from = heard.blocks.length;
  await waitFor(what, () => heard.blocks.length >= from + blocks && is(heard.blocks.slice(-blocks)));
}

const loudness = (samples: Int16Array, side: 0 | 1): number => {
  let sum = 0;
  for (let at = side; at < samples.length; at += 2) sum += samples[at]! ** 2;
  return Math.sqrt((2 * sum) / samples.length);
};

test("the equalizer mutes a tone and leaves another one, in a file, too", async () => {
  const heard = await hearing("pcm");
  const both = (samples: number): Int16Array => {
    const [one, other] = [tone(HZ, samples), tone(MUTED_HZ, samples)];
    return one.map((value, at) => value + other[at]!);
  };
  player.queue({ type: "wav", file: wavFile(both(60 * 960)), loop: true });
  const share = (block: ReceivedBlock): number => toneShare(samplesOf(block), MUTED_HZ);
  const isPlain = (last: ReceivedBlock[]): boolean => last.every((block) => share(block) > 0.35);
  await isHeard("both tones", heard, 10, isPlain);
  player.setFilters({ equalizer: [{ band: 8, gain: -0.25 }] });
  await isHeard("one tone", heard, 10, (last) =>
    last.every((block) => share(block) < 0.02 && toneShare(samplesOf(block), HZ) > 0.9),
  );
  player.setFilters({});
  await isHeard("both tones again", heard, 10, isPlain);
});

test("tremolo makes sound softer and louder", async () => {
  const heard = await hearing("pcm");
  player.play(endless((at) => stereo(tone(HZ, 960, at))));
  /** The softest and the loudest block of some. */
  const range = (last: ReceivedBlock[]): [number, number] => {
    const all = last.map((block) => loudness(samplesOf(block), 0));
    return [Math.min(...all), Math.max(...all)];
  };
  const isEven = (last: ReceivedBlock[]): boolean => {
    const [least, most] = range(last);
    return least > 0.9 * most && most > 4000;
  };
  await isHeard("an even tone", heard, 15, isEven);
  player.setFilters({ tremolo: { frequency: 5, depth: 1 } });
  await isHeard("one that swells", heard, 15, (last) => {
    const [least, most] = range(last);
    return least < 0.15 * most && most > 4000;
  });
  player.setFilters({});
  await isHeard("an even tone again", heard, 15, isEven);
});

test("the mix of channels swaps the sides", async () => {
  const heard = await hearing("pcm");
  player.play(
    endless((at) => stereo(tone(HZ, 960, at)).map((value, index) => (index % 2 === 0 ? value : 0))),
  );
  const isOn = (side: 0 | 1) => (last: ReceivedBlock[]) =>
    last.every((block) => {
      const samples = samplesOf(block);
      return loudness(samples, side) > 10 * loudness(samples, side === 0 ? 1 : 0);
    });
  await isHeard("the left side", heard, 10, isOn(0));
  player.setFilters({ channelMix: { leftToLeft: 0, leftToRight: 1, rightToLeft: 1, rightToRight: 0 } });
  await isHeard("the right side", heard, 10, isOn(1));
  player.setFilters({});
  await isHeard("the left side again", heard, 10, isOn(0));
});

test("packets of Opus go out as they are before and after, and encoded anew in between", async () => {
  const heard = await hearing("opus");
  const packetsOf = (): Buffer[] => {
    const all = heard.blocks.map(({ data }) => Buffer.from(data as Uint8Array));
    return all.filter((packet) => !packet.equals(SILENCE));
  };
  const playback = player.play({
    type: "pcm",
    samples: tonePieces(HZ, PIECES),
    sampleRate: 48_000,
    channels: 2,
  });
  await playback.ended;
  await waitFor("packets to record", () => packetsOf().length >= PIECES);
  const packets: Uint8Array[] = packetsOf().slice(0, PIECES);
  const known = new Set(packets.map((packet) => Buffer.from(packet).toString("base64")));
  const isOriginal = (packet: Buffer): boolean => known.has(packet.toString("base64"));
  function* round(): Generator<Uint8Array> {
    for (;;) yield* packets;
  }
  player.play({ type: "opus", packets: round() });
  const last = (count: number, is: (packet: Buffer) => boolean) => (): boolean =>
    packetsOf().slice(-count).every(is);
  const from = packetsOf().length;
  await waitFor("originals", () => packetsOf().length > from + 10 && last(10, isOriginal)());
  player.setFilters({ lowPass: {} });
  await waitFor(
    "others",
    last(10, (packet) => !isOriginal(packet)),
  );
  player.setFilters({});
  await waitFor("originals again", last(10, isOriginal));
});
