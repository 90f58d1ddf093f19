import { once } from "node:events";
import { PassThrough, Readable, Transform } from "node:stream";
import { describe, expect, it } from "vitest";
import {
  AudioResource,
  createAudioResource,
  demuxProbe,
  Node,
  StreamType,
  TransformerType,
  validateDiscordOpusHead,
} from "../../../packages/discordjs-voice/index.js";
import { ResourceVolume } from "../../../packages/discordjs-voice/resource/volume.js";
import { turnOfEvents } from "./turn-of-events.js";

class VolumeTransformer extends Transform {
  volume = 0.25;
  setVolume(volume: number): void {
    this.volume = volume;
  }
  setVolumeLogarithmic(volume: number): void {
    this.volume = volume;
  }
}
class OpusStream extends Transform {
  setBitrate(): void {}
  setFEC(): void {}
  setPLP(): void {}
}
class Encoder extends OpusStream {}
class OpusDecoder extends OpusStream {}
class OggDemuxer extends Transform {}
/** Of the next version: it writes Ogg. */
class OggLogicalBitstream extends Transform {}
class WebmDemuxer extends Transform {}

const typeOf = (resource: { take(): unknown }): string => (resource.take() as { type: string }).type;

describe("the type of an input", () => {
  it.each([
    ["an encoder", new Encoder(), "opus"],
    ["a decoder", new OpusDecoder(), "pcm"],
    ["a volume transformer", new VolumeTransformer(), "pcm"],
    ["a demuxer of Ogg", new OggDemuxer(), "opus"],
    ["a demuxer of WebM", new WebmDemuxer(), "opus"],
  ])("is told by the class of any copy of prism-media: %s", (_name, input, type) => {
    expect(typeOf(createAudioResource(input))).toBe(type);
  });

  it("is what the bot says, otherwise", () => {
    expect(typeOf(createAudioResource(new OggDemuxer(), { inputType: StreamType.Raw }))).toBe("pcm");
    expect(typeOf(createAudioResource(new PassThrough(), { inputType: StreamType.Opus }))).toBe("opus");
  });

  it("is left to the engine where only the bytes tell it", () => {
    const ogg = new OggLogicalBitstream();
    expect(createAudioResource(ogg).take()).toBe(ogg);
    const input = new PassThrough();
    for (const inputType of [StreamType.Arbitrary, StreamType.OggOpus, StreamType.WebmOpus])
      expect(createAudioResource(input, { inputType }).take()).toBe(input);
    expect(createAudioResource("https://h.example/a.mp3", { inputType: StreamType.Raw }).take()).toBe(
      "https://h.example/a.mp3",
    );
  });

  it("shows the encoder and the volume that came with it", () => {
    const encoder = new Encoder();
    expect(createAudioResource(encoder).encoder).toBe(encoder);
    const transformer = new VolumeTransformer();
    const resource = createAudioResource(transformer, { inlineVolume: true });
    expect(resource.volume).toBe(transformer);
    expect(createAudioResource(new PassThrough())).not.toHaveProperty("volume");
  });
});

describe("a resource", () => {
  it("has what it was made with", () => {
    const input = new PassThrough();
    const resource = createAudioResource(input, { metadata: { title: "a song" }, silencePaddingFrames: 2 });
    expect(resource).toBeInstanceOf(AudioResource);
    expect(resource).toMatchObject({
      metadata: { title: "a song" },
      silencePaddingFrames: 2,
      silenceRemaining: -1,
      playbackDuration: 0,
      started: false,
      edges: [],
    });
    expect([resource.playStream, resource.readable, resource.ended]).toEqual([input, true, false]);
    expect(createAudioResource("a.mp3").metadata).toBeNull();
  });

  it("plays the last of the streams that it is constructed with", () => {
    const [volume, encoder] = [new VolumeTransformer(), new Encoder()];
    const resource = new AudioResource([], [volume, encoder], null, 5);
    expect([resource.volume, resource.encoder, resource.playStream]).toEqual([volume, encoder, encoder]);
    expect(resource.take()).toEqual({ type: "opus", packets: encoder });
    expect(() => new AudioResource([], [], null, 5)).toThrow("a resource needs a stream");
  });

  it("has started when its stream has something", async () => {
    const input = new PassThrough();
    const resource = createAudioResource(input);
    input.write("x");
    await once(input, "readable");
    expect(resource.started).toBe(true);
  });

  it("has ended when its stream failed before it was played, and that ends no process", async () => {
    const input = new PassThrough();
    const resource = createAudioResource(input);
    input.destroy(new Error("gone"));
    await turnOfEvents();
    expect(resource.ended).toBe(true);
  });

  it("of a path has a stream for those who destroy it", async () => {
    const resource = createAudioResource("a.mp3");
    expect(resource.playStream.readable).toBe(true);
    resource.playStream.destroy();
    await turnOfEvents();
    expect([resource.ended, resource.playStream]).toEqual([true, resource.playStream]);
  });
});

describe("a volume", () => {
  it("is a factor, decibels, and what the ear hears", () => {
    const volume = new ResourceVolume();
    expect([volume.volume, volume.volumeDecibels, volume.volumeLogarithmic, volume.type]).toEqual([
      1,
      0,
      1,
      "s16le",
    ]);
    volume.setVolumeLogarithmic(0.5);
    expect(volume.volumeDecibels).toBeCloseTo(-10, 1);
    expect(volume.volumeLogarithmic).toBeCloseTo(0.5);
    volume.setVolumeDecibels(-20);
    expect(volume.volume).toBeCloseTo(0.1);
  });
});

/** Ogg or WebM, as far as a probe looks. */
const opusHead = (channels = 2, rate = 48_000): Buffer => {
  const head = Buffer.alloc(19);
  head.write("OpusHead");
  head[8] = 1;
  head[9] = channels;
  head.writeUInt32LE(rate, 12);
  return head;
};
const ogg = (head = opusHead()): Buffer => Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), head]);
const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(40), opusHead()]);

async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}

describe("a probe", () => {
  it.each([
    ["Ogg", ogg(), StreamType.OggOpus],
    ["WebM", webm, StreamType.WebmOpus],
    ["Ogg of one channel", ogg(opusHead(1)), StreamType.Arbitrary],
    ["Ogg without a whole head", ogg().subarray(0, 40), StreamType.Arbitrary],
    ["something else", Buffer.from("ID3 and music"), StreamType.Arbitrary],
    ["nothing", Buffer.alloc(0), StreamType.Arbitrary],
  ])("finds %s, and gives all bytes back", async (_name, bytes, type) => {
    for (const more of [Buffer.alloc(0), Buffer.alloc(5000, 7)]) {
      const all = Buffer.concat([bytes, more]);
      const pieces = [all.subarray(0, 10), all.subarray(10)].filter(({ length }) => length > 0);
      const probed = await demuxProbe(Readable.from(pieces, { objectMode: false }));
      expect(probed.type).toBe(type);
      expect(await bytesOf(probed.stream)).toEqual(all);
    }
  });

  it("asks another judge", async () => {
    const probed = await demuxProbe(Readable.from([ogg()], { objectMode: false }), 1024, () => false);
    expect(probed.type).toBe(StreamType.Arbitrary);
  });

  it("rejects streams without bytes to look at", async () => {
    await expect(demuxProbe(Readable.from([1]))).rejects.toThrow("object mode");
    const ended = new PassThrough();
    ended.end();
    ended.resume();
    await once(ended, "end");
    await expect(demuxProbe(ended)).rejects.toThrow("has ended");
    const broken = new PassThrough();
    const probing = demuxProbe(broken);
    broken.destroy(new Error("lost"));
    await expect(probing).rejects.toThrow("lost");
  });

  it("judges heads: two channels, 48 kHz", () => {
    expect([opusHead(), opusHead(1), opusHead(2, 44_100)].map(validateDiscordOpusHead)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it("conversions can be named", () => {
  const [from, to] = [new Node(StreamType.Raw), new Node(StreamType.Opus)];
  from.addEdge({ type: TransformerType.OpusEncoder, to, cost: 1, transformer: () => new Encoder() });
  expect(from.edges).toMatchObject([{ from, to, type: "opus encoder" }]);
});
