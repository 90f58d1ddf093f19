// Bundles a small app that uses the packed and installed package, and runs it from another folder: without an addon (a
// clear error), with the addon beside it, and with node_modules beside it. Each app makes an encrypted call.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { archives } from "./bundles/archives.mjs";
import { BUNDLERS, installBundlers } from "./bundles/bundlers.mjs";
import { launcherBuild } from "./bundles/launcher.mjs";
import { packagedApps } from "./bundles/packaged-apps.mjs";
import { openPlace } from "./bundles/place.mjs";
import { root } from "./cmake.mjs";
import { packAndInstall } from "./pack-and-install.mjs";
import { runChecks, runProgram } from "./results/run-checks.mjs";

if (process.platform !== "linux" || process.arch !== "x64") {
  console.error(`this test runs Linux x64 binaries and cannot run on ${process.platform}-${process.arch}`);
  process.exit(1);
}

installBundlers();
const installed = packAndInstall();
const runs = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-bundles-")));
const place = await openPlace();
const app = path.join(installed.folder, "test/bundles/app.mjs");
const addon = path.join(installed.folder, "node_modules/sdkpp/prebuilds/linux-x64/sdkpp.glibc.node");

/** A folder of the tests, inside the project that has the package. */
function copyTests(name) {
  fs.cpSync(path.join(root, "test", name), path.join(installed.folder, "test", name), { recursive: true });
}

/** Runs a program as on a machine that has never seen the project. */
async function run(command, args, cwd, env = {}) {
  const done = await runProgram(command, args, {
    cwd,
    env: { ...process.env, SDKPP_ADDON: "", ...env, SDKPP_TEST_PLACE: JSON.stringify(place.seat()) },
  });
  return { ...done, said: `${done.stdout}\n${done.stderr}` };
}

const runFile = (file) =>
  /\.[cm]js$/.test(file) ? run(process.execPath, [file], os.tmpdir()) : run(file, [], os.tmpdir());

function assertCall({ code, said }) {
  assert.match(said, /^call ok$/m);
  assert.equal(code, 0, said);
}

/** The error says where the loader looked and what to do, whatever the bundler made of it. */
function assertExplained({ code, stdout, said }, ...paths) {
  assert.equal(code, 1, said);
  const { isSdkError, ...error } = JSON.parse(stdout.trim().split("\n").at(-1));
  assert.equal(isSdkError, true, said);
  assert.equal(error.code, "NATIVE_NOT_FOUND");
  for (const part of [...paths, "SDKPP_ADDON", "addonPath", "npm install --no-save cmake-js"])
    assert.ok(error.message.includes(part), `the message names ${part}:\n${error.message}`);
}

/** No file of the bundle contains a path of the machine that made it. */
function assertAnonymous(folder) {
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const contents =
      fs.statSync(path.join(folder, file)).isFile() && fs.readFileSync(path.join(folder, file));
    for (const place of [installed.folder, root])
      if (contents) assert.ok(!contents.includes(place), `${file} contains ${place}`);
  }
}

/** Bundlers keep this thread, on which the platform runs, busy: they are done before the first call. */
async function bundleAll(bundlers) {
  const bundled = [];
  for (const [name, bundle] of bundlers) {
    const folder = fs.mkdtempSync(path.join(runs, "bundled-"));
    const [made] = await Promise.allSettled([bundle(app, folder)]);
    bundled.push({ name, folder, made });
  }
  return bundled;
}

const check = ({ name, folder: bundled, made }) => ({
  name,
  run: async () => {
    if (made.status === "rejected") throw made.reason;
    assertAnonymous(bundled);
    const folder = fs.mkdtempSync(path.join(runs, "app-"));
    fs.cpSync(bundled, folder, { recursive: true });
    fs.rmSync(bundled, { recursive: true });
    const moved = path.join(folder, path.relative(bundled, made.value));

    assertExplained(await runFile(moved), path.join(folder, "sdkpp.node"), "not installed");
    fs.copyFileSync(addon, path.join(folder, "sdkpp.node"));
    assertCall(await runFile(moved));
    fs.rmSync(path.join(folder, "sdkpp.node"));
    fs.symlinkSync(path.join(installed.folder, "node_modules"), path.join(folder, "node_modules"));
    assertCall(await runFile(moved));
    fs.rmSync(folder, { recursive: true });
  },
});

/** A program that is one file, the addon included. */
const embedded = {
  name: "bun --compile with the addon inside",
  run: async () => {
    const folder = path.dirname(app);
    fs.copyFileSync(addon, path.join(folder, "sdkpp.node"));
    const alone = fs.mkdtempSync(path.join(runs, "app-"));
    assertCall(await runFile(await BUNDLERS["bun --compile"](path.join(folder, "embedded.mjs"), alone)));
    assert.deepEqual(fs.readdirSync(alone), ["app"]);
  },
};

try {
  for (const name of ["runtimes", "bundles"]) copyTests(name);
  const isWanted = ([name]) => name.includes(process.argv[2] ?? "");
  // Bundlers write paths relative to the working directory, which is that of the project.
  process.chdir(installed.folder);
  const bundled = await bundleAll(Object.entries(BUNDLERS).filter(isWanted));
  const archived = archives({ installed: installed.folder, app, runs, run, assertCall, assertExplained });
  const packaged = packagedApps({ installed: installed.folder, runs });
  const others = [embedded, ...archived, ...packaged, launcherBuild({ runs })].filter(({ name }) =>
    isWanted([name]),
  );
  const checks = [...bundled.map(check), ...others];
  process.exitCode = (await runChecks("bundles", checks)) ? 0 : 1;
} finally {
  await place.stop();
  for (const folder of [installed.folder, runs]) fs.rmSync(folder, { recursive: true, force: true });
}
