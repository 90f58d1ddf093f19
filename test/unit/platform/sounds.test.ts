import { GatewayOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { readSoundData } from "../../../platform/domain/records/expression/sound-data.js";
import { standardSoundFile } from "../../../platform/http/standard-sound.js";
import { readGuildIds } from "../../../platform/gateway/payload-shapes.js";
import { MP3, OGG, soundUri } from "../../support/sounds.js";

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
