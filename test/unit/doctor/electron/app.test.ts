// What the doctor says of apps that were packed well, and of each way to pack one wrongly.
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { examineElectron } from "../../../../lib/doctor/electron/examine-electron.js";
import { asarOf } from "../../../support/asar-file.js";
import {
  addonPath,
  binaryFor,
  BRIDGE_FILES,
  electronFor,
  SDKPP_FILES,
} from "../../../support/electron-app.mjs";
import {
  folderForApps,
  GONE,
  makeApp,
  resourcesOf,
  type AppRecipe,
  type AppTarget,
} from "../../../support/packaged-app.js";

const folder = folderForApps();
afterAll(() => rmSync(folder, { recursive: true }));

const findings = (recipe: AppRecipe) => examineElectron(makeApp(folder, recipe));
const finding = (check: string, recipe: AppRecipe) => findings(recipe).find((one) => one.check === check)!;
const failures = (recipe: AppRecipe) =>
  findings(recipe)
    .filter(({ outcome }) => outcome === "failed")
    .map(({ check }) => check);

/** What a finding of a fault is like. */
const fault = (found: RegExp, remedy: RegExp) => ({
  outcome: "failed",
  found: expect.stringMatching(found),
  remedy: expect.stringMatching(remedy),
});
const note = (found: RegExp) => ({ outcome: "ok", found: expect.stringMatching(found) });

describe("an app that was packed well has no fault:", () => {
  it.each<AppTarget>(["linux-x64", "linux-arm64", "win32-x64", "darwin-arm64", "darwin-universal"])(
    "%s",
    (target) => {
      expect(failures({ target, files: BRIDGE_FILES })).toEqual([]);
      expect(finding("electron", { target })).toMatchObject(note(new RegExp(target.split("-")[0]!)));
    },
  );

  it("with the folder of the bundle itself", () => {
    const app = makeApp(folder, { target: "darwin-arm64" });
    const found = examineElectron(path.join(app, "Game.app"));
    expect(found.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  it("as a folder in the place of an archive", () => {
    expect(failures({ isFolder: true })).toEqual([]);
    expect(finding("archive", { isFolder: true })).toMatchObject(note(/is a folder of \d+ files/));
  });

  it("as a bundle, with the addon beside it or in the resources", () => {
    const gone = Object.fromEntries(Object.keys(SDKPP_FILES).map((name) => [name, GONE]));
    const recipe = { addons: [], files: gone };
    for (const place of ["resources/app.asar.unpacked/dist/sdkpp.node", "resources/sdkpp.node", "sdkpp.node"])
      expect(failures({ ...recipe, more: { [place]: binaryFor("linux-x64") } })).toEqual([]);
    expect(finding("sdkpp", { files: gone }).found).toMatch(/may be bundled.*voice-process\.js as program/);
    const program = { "out/voice-process.js": "" };
    expect(finding("sdkpp", { files: { ...gone, ...program } }).found).toMatch(/is out\/voice-process\.js$/);
  });
});

describe("the addon", () => {
  const path = addonPath("linux-x64");

  it("is found where the system can load it", () => {
    expect(finding("addon", {})).toMatchObject(
      note(/^linux-x64 at .*app\.asar\.unpacked.*sdkpp\.glibc\.node$/),
    );
  });

  it("is inside the archive only", () => {
    const recipe = { addons: [], packed: { [path]: binaryFor("linux-x64") } };
    expect(finding("addon", recipe)).toMatchObject(
      fault(/inside the archive only/, /asarUnpack: \["\*\*\/\*\.node"\]/),
    );
  });

  it("is not there at all", () => {
    expect(finding("addon", { addons: [] })).toMatchObject(
      fault(/none for linux-x64 \(glibc\)$/, /prebuilds\/linux-x64 along/),
    );
  });

  it("is there for another system only", () => {
    expect(finding("addon", { addons: ["win32-x64", "linux-arm64"] })).toMatchObject(
      fault(/none for linux-x64 \(glibc\), only for linux-arm64 \(glibc\), win32-x64/, /^pack /),
    );
  });

  it("is for another C library", () => {
    const recipe = { addons: [], packed: { [addonPath("linux-x64", "musl")]: binaryFor("linux-x64") } };
    expect(finding("addon", recipe)).toMatchObject(fault(/only for linux-x64 \(musl\)/, /./));
  });

  it("has the name of one system and is for another", () => {
    const more = { [`resources/app.asar.unpacked/${path}`]: binaryFor("win32-x64") };
    expect(finding("addon", { addons: [], more })).toMatchObject(fault(/only for win32-x64 \(glibc\)/, /./));
  });

  it("was lost on the way, and the archive still has it", () => {
    const recipe = { addons: [], lost: { [path]: binaryFor("linux-x64") } };
    expect(finding("addon", recipe)).toMatchObject(fault(/is missing/, /virus scanner/));
    expect(finding("archive", recipe)).toMatchObject(fault(/app\.asar\.unpacked 1 files are missing/, /./));
  });

  it("is there for one half of a universal app", () => {
    expect(finding("addon", { target: "darwin-universal", addons: ["darwin-arm64"] })).toMatchObject(
      fault(/none for darwin-x64, only for darwin-arm64/, /./),
    );
  });

  it("does not exist for every system", () => {
    expect(finding("addon", { target: "win32-arm64", addons: ["win32-x64"] })).toMatchObject(
      fault(/none for win32-arm64/, /build one there: npm install/),
    );
  });
});

it("binaries of other systems are a note, and no fault", () => {
  expect(finding("binaries of other systems", {})).toMatchObject(note(/^none$/));
  expect(
    finding("binaries of other systems", { addons: ["linux-x64", "win32-x64", "darwin-arm64"] }),
  ).toMatchObject(note(/^2 of 0\.0 MB.*"!\*\*\/sdkpp\/prebuilds\/!\(linux-x64\)\/\*\*"/));
});

describe("files of packages that a pattern left out:", () => {
  const bundle = "node_modules/sdkpp/dist/bundle";
  it.each(["index.js", "call-abc.js", "voice-process.js"])("%s", (name) => {
    expect(finding("sdkpp", { files: { [`${bundle}/${name}`]: GONE } })).toMatchObject(
      fault(new RegExp(`${bundle}/${name}`), /whole folder dist/),
    );
  });

  it("a dependency", () => {
    const check = "dependencies";
    expect(finding(check, { files: { "node_modules/ws/package.json": GONE } })).toMatchObject(
      fault(/finds no ws/, /pnpm/),
    );
    const inside = {
      "node_modules/ws/package.json": GONE,
      "node_modules/sdkpp/node_modules/ws/package.json": "",
    };
    expect(finding(check, { files: inside })).toMatchObject(note(/ws is there/));
  });

  it.each([
    ["dist/bundle/social-process.js", /1 of its files are missing: .*social-process/],
    ["dist/browser/preload.js", /its preload script .* is missing/],
  ])("the bridge's %s", (name, words) => {
    const files = { ...BRIDGE_FILES, [`node_modules/@sdkpp/electron/${name}`]: GONE };
    expect(finding("@sdkpp/electron", { files })).toMatchObject(fault(words, /whole folder dist/));
  });

  it("and of an app without the bridge none", () => {
    expect(finding("@sdkpp/electron", {}).outcome).toBe("skipped");
  });
});

it("packages for development must not ship", () => {
  const files = { "node_modules/@sdkpp/platform/package.json": "{}" };
  expect(finding("development packages", { files })).toMatchObject(
    fault(/^@sdkpp\/platform must not ship/, /npm install --save-dev @sdkpp\/platform/),
  );
});

describe("a folder", () => {
  it.each([
    ["that is not there", () => path.join(folder, "none"), /is not there$/],
    ["that is a file", () => fileOf("text"), /is no folder$/],
    ["without an app", () => folder, /has neither resources/],
  ])("%s", (_claim, named, words) => {
    expect(examineElectron(named())).toMatchObject([{ check: "app", ...fault(words, /linux-unpacked/) }]);
  });

  it("with an Electron and no code", () => {
    const app = makeApp(folder);
    rmSync(path.join(app, "resources/app.asar"));
    expect(examineElectron(app)).toMatchObject([
      { check: "electron" },
      fault(/neither app\.asar nor app/, /./),
    ]);
  });

  it("without an Electron", () => {
    const app = makeApp(folder);
    rmSync(path.join(app, "game"));
    const found = examineElectron(app);
    expect(found[0]).toMatchObject(fault(/no program of Electron/, /./));
    expect(found.find(({ check }) => check === "addon")?.outcome).toBe("skipped");
  });

  it("with an archive that cannot be read", () => {
    const app = makeApp(folder, { more: { "resources/app.asar": "nothing of the kind" } });
    expect(examineElectron(app).find(({ check }) => check === "archive")).toMatchObject(
      fault(/app\.asar cannot be read: it does not begin as an asar archive does/, /pack the app again/),
    );
  });
});

function fileOf(text: string): string {
  const file = path.join(folder, "file");
  writeFileSync(file, text);
  return file;
}

it("a universal app with an archive for each half needs the addon of each in its own", () => {
  const resources = resourcesOf("darwin-universal");
  const half = (arch: string, addon: string) => ({
    [`${resources}/app-${arch}.asar`]: asarOf({ ...SDKPP_FILES, [addonPath(addon)]: "" }, [addonPath(addon)]),
    [`${resources}/app-${arch}.asar.unpacked/${addonPath(addon)}`]: binaryFor(addon),
  });
  const recipe = (arm64: string): AppRecipe => ({
    target: "darwin-universal",
    more: { ...half("x64", "darwin-x64"), ...half("arm64", arm64) },
  });
  expect(failures(recipe("darwin-arm64"))).toEqual([]);
  expect(failures(recipe("darwin-x64"))).toEqual(["addon (app-arm64.asar)"]);
});

it("the program is the largest one beside the resources", () => {
  const more = { "crash-reporter": binaryFor("linux-arm64"), game: electronFor("linux-x64") };
  expect(finding("electron", { more })).toMatchObject(note(/^game, linux-x64$/));
});
