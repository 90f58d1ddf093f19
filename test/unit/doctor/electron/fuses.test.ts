// What the doctor says of the fuses of an app's program.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { examineElectron } from "../../../../lib/doctor/electron/examine-electron.js";
import { parseFuseWire } from "../../../../lib/doctor/electron/fuses.js";
import { asarHeader } from "../../../support/asar-file.js";
import { electronFor, fuseBytes } from "../../../support/electron-app.mjs";
import { folderForApps, makeApp, resourcesOf, type AppRecipe } from "../../../support/packaged-app.js";

const folder = folderForApps();
afterAll(() => rmSync(folder, { recursive: true }));

const finding = (fuse: string, recipe: AppRecipe) =>
  examineElectron(makeApp(folder, recipe)).find(({ check }) => check === `fuse ${fuse}`)!;
const RUN = "RunAsNode";
const INTEGRITY = "EnableEmbeddedAsarIntegrityValidation";
const ARCHIVES = "OnlyLoadAppFromAsar";

describe("a wire", () => {
  it("has a state for each fuse, and none of those that it is too short for", () => {
    expect(parseFuseWire(fuseBytes("10r1").subarray(32))).toEqual({
      RunAsNode: "on",
      EnableCookieEncryption: "off",
      EnableNodeOptionsEnvironmentVariable: "absent",
      EnableNodeCliInspectArguments: "on",
      EnableEmbeddedAsarIntegrityValidation: "absent",
      OnlyLoadAppFromAsar: "absent",
    });
  });

  it.each([
    ["of another version", fuseBytes("1", 2).subarray(32)],
    ["that is cut off", fuseBytes("1010").subarray(32, 36)],
    ["of no bytes", new Uint8Array()],
  ])("%s is none", (_claim, bytes) => {
    expect(parseFuseWire(bytes)).toBeUndefined();
  });
});

it.each([
  [RUN, "1", /^on: .*child_process\.fork; utility processes do not$/],
  [RUN, "0", /^off: .*utilityProcess/],
  ["EnableNodeOptionsEnvironmentVariable", "101", /^on: sdkpp does not need it/],
  ["EnableNodeOptionsEnvironmentVariable", "100", /^off/],
  [ARCHIVES, "000001", /^on: sdkpp runs from archives/],
  [ARCHIVES, "000000", /^off: /],
])("%s of %s", (fuse, fuses, words) => {
  expect(finding(fuse, { fuses })).toMatchObject({ outcome: "ok", found: expect.stringMatching(words) });
});

it("a fuse that this Electron does not have is skipped, and so are all of a program without any", () => {
  expect(finding(ARCHIVES, { fuses: "1" })).toMatchObject({
    outcome: "skipped",
    found: "this version of Electron does not have it",
  });
  const more = { game: electronFor("linux-x64").subarray(0, 200) };
  expect(finding(RUN, { more })).toMatchObject({
    outcome: "skipped",
    found: expect.stringMatching(/no fuses/),
  });
});

it("the halves of a universal program have the same", () => {
  const [off, on] = [fuseBytes("0"), fuseBytes("1")];
  const electron = Buffer.concat([electronFor("darwin-universal", "1").subarray(0, 5000), off, on]);
  const file = "Game.app/Contents/Frameworks/Electron Framework.framework/Electron Framework";
  expect(finding(RUN, { target: "darwin-universal", more: { [file]: electron } })).toMatchObject({
    outcome: "failed",
    found: expect.stringMatching(/differ/),
  });
});

it("is found where pieces of a large program meet", () => {
  const at = 4 << 20;
  for (const before of [at - 33, at - 16, at - 1, at]) {
    const game = Buffer.concat([
      electronFor("linux-x64").subarray(0, 128),
      Buffer.alloc(before - 128),
      fuseBytes("0"),
    ]);
    expect(finding(RUN, { more: { game } }).found).toMatch(/^off/);
  }
});

it("an app that is a folder does not start when only archives may be loaded", () => {
  expect(finding(ARCHIVES, { fuses: "000001", isFolder: true })).toMatchObject({
    outcome: "failed",
    remedy: "pack it with asar: true",
  });
});

describe("integrity", () => {
  it("is skipped on Linux, and not needed", () => {
    expect(finding(INTEGRITY, { fuses: "00001" }).outcome).toBe("skipped");
    expect(finding(INTEGRITY, { target: "win32-x64", fuses: "00000" }).outcome).toBe("ok");
  });

  it("compares the hash of the header, as Electron does", () => {
    const hash = createHash("sha256").update('{"files":{}}').digest("hex");
    const app = makeApp(folder, {
      target: "darwin-arm64",
      fuses: "00001",
      infoPlist: `<key>hash</key><string>${hash}</string>`,
      more: { [`${resourcesOf("darwin-arm64")}/app.asar`]: asarHeader('{"files":{}}') },
    });
    expect(examineElectron(app).find(({ check }) => check === `fuse ${INTEGRITY}`)).toMatchObject({
      outcome: "ok",
      found: "on, with the hash of the archive",
    });
  });

  it("fails for an archive that was packed anew behind the packager", () => {
    for (const target of ["win32-x64", "darwin-arm64"] as const)
      expect(finding(INTEGRITY, { target, fuses: "00001" })).toMatchObject({
        outcome: "failed",
        found: expect.stringMatching(/does not start/),
      });
  });
});
