// What macOS wants to be told of a microphone, and what the signature of a program allows.
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { parseSignature } from "../../../../lib/doctor/electron/code-signature.js";
import { examineElectron } from "../../../../lib/doctor/electron/examine-electron.js";
import { read } from "../../../architecture/sources.js";
import { binaryFor, universalBinary } from "../../../support/electron-app.mjs";
import { folderForApps, makeApp, type AppRecipe } from "../../../support/packaged-app.js";

const GUIDE = read("docs/guides/electron.md");
const folder = folderForApps();
afterAll(() => rmSync(folder, { recursive: true }));

const finding = (check: string, recipe: AppRecipe) =>
  examineElectron(makeApp(folder, { target: "darwin-arm64", ...recipe })).find((one) => one.check === check)!;

describe("the microphone", () => {
  it("has words for the player", () => {
    expect(finding("microphone", {})).toMatchObject({
      outcome: "ok",
      found: expect.stringMatching(/for calls$/),
    });
  });

  it("has those of the guide", () => {
    const [, words = ""] = /NSMicrophoneUsageDescription: "(.+)"/.exec(GUIDE) ?? [];
    const infoPlist = `<key>NSMicrophoneUsageDescription</key><string>${words}</string>`;
    expect(finding("microphone", { infoPlist }).found).toBe(`macOS asks with the words: ${words}`);
    expect(words).toMatch(/calls/);
  });

  it.each(["<plist/>", "<key>NSMicrophoneUsageDescription</key><string> </string>"])(
    "has none in %s",
    (infoPlist) => {
      expect(finding("microphone", { infoPlist })).toMatchObject({
        outcome: "failed",
        remedy: expect.stringMatching(/extendInfo/),
      });
    },
  );

  it("may have them in a binary list, which is not read", () => {
    expect(finding("microphone", { infoPlist: "bplist00" }).found).toMatch(/plutil/);
  });

  it("needs none elsewhere", () => {
    expect(finding("microphone", { target: "linux-x64" }).outcome).toBe("skipped");
  });
});

/** What the guide tells to sign an app with. */
const AUDIO = /^```xml\n([^]+?)^```/m.exec(GUIDE)?.[1] ?? "";

/** A signature of a directory with flags, and of entitlements. */
function signature(flags: number, entitlements: string): Buffer {
  const directory = Buffer.alloc(44);
  directory.writeUInt32BE(0xfade0c02, 0);
  directory.writeUInt32BE(44, 4);
  directory.writeUInt32BE(flags, 12);
  const text = Buffer.from(entitlements);
  const list = Buffer.concat([Buffer.alloc(8), text]);
  list.writeUInt32BE(0xfade7171, 0);
  list.writeUInt32BE(8 + text.length, 4);
  const head = Buffer.alloc(28);
  const words = [0xfade0cc0, 28 + directory.length + list.length, 2, 0, 28, 5, 28 + directory.length];
  words.forEach((word, at) => head.writeUInt32BE(word, at * 4));
  return Buffer.concat([head, directory, list]);
}

/** A program whose load commands lead to a signature. */
function signed(bytes: Buffer): Buffer {
  const program = Buffer.concat([binaryFor("darwin-arm64"), bytes]);
  program.writeUInt32LE(24 + 16, 20);
  [0x19, 24].forEach((word, at) => program.writeUInt32LE(word, 32 + at * 4));
  [0x1d, 16, 128, bytes.length].forEach((word, at) => program.writeUInt32LE(word, 56 + at * 4));
  return program;
}

/** A universal program whose halves are one program. */
function universal(program: Buffer): Buffer {
  const head = universalBinary();
  head.writeUInt32BE(head.length, 16);
  return Buffer.concat([head, program]);
}

describe("entitlements", () => {
  const HARDENED = 0x10000;
  const PROGRAM = "Game.app/Contents/MacOS/Game";
  const of = (program: Buffer) => finding("entitlements", { more: { [PROGRAM]: program } });

  it.each([
    ["of a hardened program with the microphone", signature(HARDENED, AUDIO), "ok"],
    ["of a hardened program without it", signature(HARDENED, "<plist/>"), "failed"],
    ["that deny it", signature(HARDENED, AUDIO.replaceAll("<true/>", "<false/>")), "failed"],
    ["of a program that is not hardened", signature(2, ""), "skipped"],
  ])("%s", (_claim, bytes, outcome) => {
    expect(of(signed(bytes)).outcome).toBe(outcome);
    expect(of(universal(signed(bytes))).outcome).toBe(outcome);
  });

  it("of a program that is not signed are skipped", () => {
    expect(of(binaryFor("darwin-arm64")).found).toBe("the app is not signed yet");
  });

  it("are those of bytes that are a signature", () => {
    expect(parseSignature(signature(HARDENED, AUDIO))).toEqual({ isHardened: true, entitlements: AUDIO });
    expect(parseSignature(Buffer.alloc(100))).toBeUndefined();
    expect(parseSignature(Buffer.alloc(3))).toBeUndefined();
  });
});
