// What the doctor says of apps whose archives and fuses are made by Electron's own tools, packed as the guide says and in the ways
// that go wrong. The program of Electron is a few bytes in its place.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { BRIDGE_FILES, binaryFor, electronFor, writeFiles } from "../../test/support/electron-app.mjs";
import { root } from "../cmake.mjs";
import { runProgram } from "../results/run-checks.mjs";
import { bundlersFrom } from "./bundlers.mjs";

const require = createRequire(bundlersFrom);
const asar = () => require("@electron/asar");
const fuses = () =>
  import(
    pathToFileURL(path.join(path.dirname(bundlersFrom), "node_modules/@electron/fuses/dist/index.js")).href
  );

const guide = fs.readFileSync(path.join(root, "docs/guides/electron.md"), "utf8");
/** What the guide says, by what it stands behind. */
const said = (words) => words.exec(guide)?.[1] ?? assert.fail(`the guide has no ${words.source}`);
const UNPACK = { builder: said(/asarUnpack: \["(.+?)"\]/), forge: said(/"unpack": "(.+?)"/) };
const PREBUILDS = "node_modules/sdkpp/prebuilds";

/** The checks. @param {{ installed: string, runs: string }} parts the folder with the installed package, and one for the apps */
export function packagedApps({ installed, runs }) {
  /** Packs an app with the installed package. @param change what a developer does to the folder before it is packed */
  async function packed({
    target = "linux-x64",
    options = { unpack: UNPACK.builder },
    change = () => undefined,
  } = {}) {
    const app = fs.mkdtempSync(path.join(runs, "packaged-"));
    const source = path.join(app, "source");
    for (const name of ["sdkpp", "ws"])
      fs.cpSync(path.join(installed, "node_modules", name), path.join(source, "node_modules", name), {
        recursive: true,
      });
    writeFiles(source, {
      "package.json": '{ "name": "game", "main": "main.js" }',
      "main.js": "",
      ...BRIDGE_FILES,
    });
    change(source);
    fs.mkdirSync(path.join(app, "resources"));
    await asar().createPackageWithOptions(source, path.join(app, "resources/app.asar"), options);
    fs.rmSync(source, { recursive: true });
    fs.writeFileSync(path.join(app, programOf(target)), electronFor(target));
    return app;
  }

  /** The findings of the packed package's own program. */
  async function examine(app) {
    const doctor = path.join(installed, "node_modules/sdkpp/dist/bundle/doctor.js");
    const { code, stdout, stderr } = await runProgram(
      process.execPath,
      [doctor, "doctor", "--electron", app, "--json"],
      {
        cwd: runs,
      },
    );
    assert.equal(stderr, "");
    const findings = JSON.parse(stdout);
    const failed = findings.filter(({ outcome }) => outcome === "failed");
    assert.equal(code, failed.length > 0 ? 1 : 0);
    return { failed, of: (check) => findings.find((finding) => finding.check === check) };
  }

  const check = (name, run) => ({ name: `doctor of a packaged app: ${name}`, run });
  const fine = (name, how) =>
    check(name, async () => {
      const { failed, of } = await examine(await packed(how));
      assert.deepEqual(failed, []);
      assert.match(of("addon").found, /^linux-x64 at .*app\.asar\.unpacked.*sdkpp\.glibc\.node$/);
      assert.match(of("sdkpp").found, /^complete at node_modules\/sdkpp$/);
    });
  const faulty = (name, how, name_, found) =>
    check(name, async () => {
      const { failed } = await examine(await packed(how));
      assert.deepEqual(
        failed.map((finding) => finding.check),
        [name_],
      );
      assert.match(failed[0].found, found);
    });

  return [
    fine("packed as the guide says for electron-builder", {}),
    fine("packed as the guide says for Electron Forge", { options: { unpack: UNPACK.forge } }),
    fine("with the whole package unpacked", { options: { unpackDir: "node_modules/sdkpp" } }),
    faulty("addon left inside the archive", { options: {} }, "addon", /inside the archive only/),
    faulty("no addon", { change: withoutAddons }, "addon", /none for linux-x64 \(glibc\)$/),
    faulty(
      "addon of another system",
      { change: withOther },
      "addon",
      /none for linux-x64 \(glibc\), only for win32-x64$/,
    ),
    faulty(
      "no program of voice processes",
      { change: withoutProgram },
      "sdkpp",
      /dist\/bundle\/voice-process\.js/,
    ),
    check("fuses as @electron/fuses sets them", async () => agreesOnFuses(await packed(), examine)),
    check("patterns of the guide", matchesWhatIsPacked),
    check("integrity as Electron compares it", async () =>
      agreesOnIntegrity(await packed({ target: "win32-x64", change: withOther }), examine),
    ),
  ];
}

const programOf = (target) => (target.startsWith("win32") ? "Game.exe" : "game");

function withoutAddons(source) {
  fs.rmSync(path.join(source, PREBUILDS), { recursive: true });
}

function withOther(source) {
  withoutAddons(source);
  writeFiles(source, { [`${PREBUILDS}/win32-x64/sdkpp.node`]: binaryFor("win32-x64") });
}

function withoutProgram(source) {
  fs.rmSync(path.join(source, "node_modules/sdkpp/dist/bundle/voice-process.js"));
}

/** Each fuse that the doctor tells, on and off. */
async function agreesOnFuses(app, examine) {
  const { flipFuses, FuseV1Options, FuseVersion } = await fuses();
  const names = ["RunAsNode", "EnableNodeOptionsEnvironmentVariable", "OnlyLoadAppFromAsar"];
  for (const isOn of [false, true]) {
    const wanted = Object.fromEntries(names.map((name) => [FuseV1Options[name], isOn]));
    await flipFuses(path.join(app, programOf("linux-x64")), { version: FuseVersion.V1, ...wanted });
    const { failed, of } = await examine(app);
    assert.deepEqual(failed, []);
    for (const name of names) assert.match(of(`fuse ${name}`).found, isOn ? /^on: / : /^off: /);
  }
}

/** Packagers write the hash of the header into the program, and set the fuses of the guide. */
async function agreesOnIntegrity(app, examine) {
  const program = path.join(app, programOf("win32-x64"));
  const { flipFuses, FuseVersion } = await fuses();
  await flipFuses(program, { version: FuseVersion.V1, ...(await fusesOfGuide()) });
  const { failed } = await examine(app);
  assert.deepEqual(
    failed.map((finding) => finding.check),
    ["fuse EnableEmbeddedAsarIntegrityValidation"],
  );
  const { headerString } = asar().getRawHeader(path.join(app, "resources/app.asar"));
  fs.appendFileSync(program, createHash("sha256").update(headerString).digest("hex"));
  const { failed: none, of } = await examine(app);
  assert.deepEqual(none, []);
  assert.match(of("fuse RunAsNode").found, /^off: /);
  assert.match(of("fuse OnlyLoadAppFromAsar").found, /^on: /);
}

/** The fuses by their numbers; names of electron-builder begin with a small letter. */
async function fusesOfGuide() {
  const { FuseV1Options } = await fuses();
  const lines = [...said(/electronFuses:\n((?: {2}\w+: \w+\n)+)/).matchAll(/(\w)(\w+): (true|false)/g)];
  assert.equal(lines.length, 4);
  return Object.fromEntries(
    lines.map(([, first, rest, value]) => [FuseV1Options[first.toUpperCase() + rest], value === "true"]),
  );
}

/** With the library that packagers match by. */
async function matchesWhatIsPacked() {
  const found = createRequire(require.resolve("@electron/asar"))("minimatch");
  const minimatch = found.minimatch ?? found;
  const isLeftOut = (file, section) =>
    said(new RegExp(`^${section}: \\{ files: \\[(.+)\\]`, "m"))
      .match(/"!.+?"/g)
      .some((text) => minimatch(`${PREBUILDS}/${file}`, text.slice(2, -1), { dot: true }));
  const files = ["linux-x64/sdkpp.glibc.node", "linux-x64/sdkpp.musl.node", "win32-x64/sdkpp.node"];
  files.push("darwin-x64/sdkpp.node", "darwin-arm64/sdkpp.node");
  const left = (section) => files.filter((file) => !isLeftOut(file, section));
  assert.deepEqual(left("linux"), files.slice(0, 1));
  assert.deepEqual(left("win"), files.slice(2, 3));
  assert.deepEqual(left("mac"), files.slice(3));
  const inApp = `Contents/Resources/app.asar.unpacked/${PREBUILDS}`;
  for (const file of files)
    assert.equal(
      minimatch(`${inApp}/${file}`, said(/x64ArchFiles: "(.+)"/), { matchBase: true }),
      file.startsWith("darwin"),
    );
}
