import { GatewayOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { readSoundData } from "../../../platform/domain/records/expression/sound-data.js";
import { soundLength } from "../../../platform/domain/records/expression/sound-length.js";
import { standardSoundFile } from "../../../platform/http/standard-sound.js";
import { readGuildIds } from "../../../platform/gateway/payload-shapes.js";
import { oggFile } from "../../support/ogg.js";
import { MP3, mp3Of, OGG, soundUri } from "../../support/sounds.js";

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

describe("a sound in a data URI", () => {
  it.each([
    ["audio/mpeg", MP3],
    ["audio/mpeg", bytesOf("ID3\x04 a tag")],
    ["audio/mpeg", bytesOf("\xff\xf3 half the rate")],
    ["audio/mpeg", bytesOf("\xff\xe3 a quarter")],
    ["audio/ogg", OGG],
  ])("is a %s by its bytes, whatever the URI says", (mime, bytes) => {
    const read = readSoundData(soundUri(bytes, "audio/wav"));
    expect(read).toEqual({ mime, data: bytes.toString("base64"), bytes: bytes.length });
  });

  it.each([
    ["an address", "https://example.test/a.mp3"],
    ["a sound that is called a picture", soundUri(MP3, "image/png")],
    ["MPEG audio of layer II", soundUri(bytesOf("\xff\xfd layer"))],
    ["a wave file", soundUri(bytesOf("RIFF1234WAVE"))],
    ["HTML that claims to be a sound", soundUri(bytesOf("<script>alert(1)</script>"))],
    ["base64 with other characters", "data:audio/ogg;base64,T2dn*w=="],
    ["base64 of the wrong length", "data:audio/ogg;base64,T2dnUwA"],
    ["nothing", ""],
  ])("is not %s", (_title, text) => {
    expect(readSoundData(text)).toBeUndefined();
  });
});

describe("how long a sound lasts", () => {
  const FRAME_MS = (1152 / 44_100) * 1000;

  it.each([1, 50, 260])("is counted in %i packets of Opus", (packets) => {
    const file = Buffer.from(oggFile(Array.from({ length: packets }, () => Buffer.alloc(300))));
    expect(soundLength("audio/ogg", file)).toBe(packets * 20);
    // A chained file lasts as long as its parts.
    expect(soundLength("audio/ogg", Buffer.concat([file, file]))).toBe(2 * packets * 20);
  });

  it("is counted in samples of Vorbis at their own rate", () => {
    const file = Buffer.from(oggFile([Buffer.alloc(9), Buffer.alloc(9)]));
    const head = Buffer.from("\x01vorbis\0\0\0\0\x01\x80\x3e\0\0", "latin1");
    head.copy(file, file.indexOf("OpusHead"));
    expect(soundLength("audio/ogg", file)).toBe((2 * 960 * 1000) / 16_000);
  });

  it("is counted in frames of MP3, without the padding of encoders, a tag and what is between frames", () => {
    const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x02\x01", "latin1")], 10 + 257);
    const info = mp3Of(1);
    info.write("Xing", 36);
    const file = Buffer.concat([tag, info, mp3Of(60), Buffer.from("junk"), mp3Of(43)]);
    expect(soundLength("audio/mpeg", file)).toBeCloseTo(100 * FRAME_MS, 6);
  });

  it.each([
    ["audio/ogg", OGG],
    ["audio/ogg", Buffer.from(oggFile([]))],
    ["audio/ogg", Buffer.from(oggFile([Buffer.alloc(9)])).subarray(0, 40)],
    ["audio/ogg", Buffer.alloc(0)],
    ["audio/mpeg", MP3],
    ["audio/mpeg", Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f", "latin1")],
    ["audio/mpeg", Buffer.alloc(512 * 1024, 0xff)],
    ["audio/mpeg", Buffer.alloc(0)],
  ] as const)("is unknown for a damaged file of %s", (mime, file) => {
    expect(soundLength(mime, file)).toBeUndefined();
  });
});

describe("the file of a sound that all users have", () => {
  it("is MP3: frames of one length, each with a header", () => {
    const file = standardSoundFile();
    expect(readSoundData(soundUri(file))?.mime).toBe("audio/mpeg");
    const frames = file.length / 417;
    const starts = Array.from({ length: frames }, (_, at) => file.readUInt32BE(at * 417));
    expect(new Set(starts)).toEqual(new Set([0xfffb90c4]));
  });
});

describe("a request for sounds", () => {
  it(`names at most 100 servers (op ${String(GatewayOpcode.RequestSoundboardSounds)})`, () => {
    const guild_ids = Array.from({ length: 101 }, (_, at) => String(at));
    expect(readGuildIds({ guild_ids })).toBeUndefined();
    expect(readGuildIds({ guild_ids: guild_ids.slice(1) })?.guild_ids).toHaveLength(100);
    expect(readGuildIds({})).toBeUndefined();
  });
});
