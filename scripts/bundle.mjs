// Joins the compiled modules of the packages into a few files each: hundreds of small modules take half a second to load, a few
// large ones a tenth of that. What several entry points share is in files beside them, so every class exists once; what only calls
// need is a file of its own, which is loaded with the first call.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const dist = path.join(root, "dist");

const SDK = {
  dist,
  folder: "bundle",
  input: {
    index: "index.js",
    voice: "voice/index.js",
    "voice-agent": "voice/agent/index.js",
    wire: "wire/index.js",
    doctor: "doctor/main.js",
    "voice-process": "voice/process/main.js",
  },
  external: ["ws"],
  withSideEffects: [],
};

/** For pages: one file for each door, which loads no other. */
const PAGES = {
  ...SDK,
  folder: "browser",
  input: { activities: "activities/index.js", enums: "enums/index.js", surface: "surface/index.js" },
};

/** The schema library, a development dependency, is part of the bundle: its few hundred files take longer to load than ours. */
const PLATFORM = {
  dist: path.join(root, "platform/dist"),
  folder: "bundle",
  input: {
    index: "index.js",
    control: "control/index.js",
    cli: "cli/main.js",
    program: "cli/index.js",
    worker: "voice/sfu/worker.js",
    "database-check-worker": "store/database-check-worker.js",
    "redirect-discordjs": "redirect/discordjs.js",
  },
  external: Object.keys(readJson("platform/package.json").dependencies).map(
    (name) => new RegExp(`^${name}(/|$)`),
  ),
  withSideEffects: ["reflect-metadata"],
};

const DISCORDJS_VOICE = {
  dist: path.join(root, "packages/discordjs-voice/dist"),
  folder: "bundle",
  input: { index: "index.js" },
  external: [/^sdkpp(\/|$)/],
  withSideEffects: [],
};

const TESTING = {
  dist: path.join(root, "packages/testing/dist"),
  folder: "bundle",
  input: { index: "index.js", commands: "commands/index.js", cli: "serve/main.js" },
  external: [/^(@sdkpp\/platform(\/.*)?|sdkpp(\/.*)?)$/],
  withSideEffects: [],
};

const FLEET = {
  dist: path.join(root, "packages/fleet/dist"),
  folder: "bundle",
  input: { index: "index.js", cli: "program/main.js", "worker-process": "serving/process.js" },
  external: [/^(sdkpp|fastify|ws|commander|@nats-io)(\/|$)/],
  withSideEffects: [],
};

const ELECTRON = {
  dist: path.join(root, "packages/electron/dist"),
  folder: "bundle",
  input: {
    main: "main/index.js",
    development: "development/index.js",
    "social-process": "process/social.js",
    "voice-process": "process/voice.js",
  },
  external: [/^(sdkpp|ws)(\/|$)/],
  // what it imports is a program
  withSideEffects: ["sdkpp/voice-process"],
};

/** For sandboxed preload scripts, which have no modules, and for pages. */
const ELECTRON_PAGES = {
  ...ELECTRON,
  folder: "browser",
  input: { preload: "preload/index.js", renderer: "renderer/index.js" },
};

const REACT = {
  dist: path.join(root, "packages/react/dist"),
  folder: "browser",
  input: { index: "index.js" },
  external: ["react", "sdkpp/enums", "sdkpp/surface", "@sdkpp/electron/renderer"],
  withSideEffects: [],
};

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
}

/** The commit this build was made from; packed tarballs have no repository any more. */
function commit() {
  const asked = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" });
  return asked.status === 0 ? asked.stdout.trim() : "unknown";
}

/** Modules of Node are not part of a bundle. */
const builtins = {
  name: "builtins",
  resolveId: (source) => (source.startsWith("node:") ? { id: source, external: true } : null),
};

function open({ dist, input, external, withSideEffects }) {
  return rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, source]) => [name, path.join(dist, source)])),
    platform: "node",
    external,
    plugins: [builtins],
    // Other modules have none: an entry point contains what it uses, not everything in the same index file.
    treeshake: { moduleSideEffects: (id) => withSideEffects.includes(id), propertyReadSideEffects: false },
    transform: { define: { __SDKPP_COMMIT__: JSON.stringify(commit()) } },
  });
}

async function bundlePackage(options) {
  const { dist, folder } = options;
  const output = path.join(dist, folder);
  const bundle = await open(options);
  // Written beside and renamed, so that a program that is starting never finds half a bundle.
  const fresh = `${output}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  const { output: files } = await bundle.write({
    dir: fresh,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // They stand in the declarations; here they only take time to read.
    comments: { annotation: false, jsdoc: false, legal: false },
  });
  await bundle.close();
  nameLicences(path.join(dist, "../THIRD_PARTY_NOTICES"), files);
  fs.rmSync(output, { recursive: true, force: true });
  fs.renameSync(fresh, output);
}

/** @throws {Error} when a bundle contains code of a package whose licence does not ship with it */
function nameLicences(notices, files) {
  const text = fs.readFileSync(notices, "utf8");
  const modules = files.flatMap((file) => file.moduleIds ?? []);
  const packages = modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  const missing = [...new Set(packages)].filter((name) => !text.includes(`\n${name} `));
  if (missing.length > 0)
    throw new Error(`${notices} lacks the licence of ${missing.join(", ")}: add it in scripts/notices.mjs`);
}

for (const each of [SDK, PAGES, PLATFORM, DISCORDJS_VOICE, TESTING, FLEET, ELECTRON, ELECTRON_PAGES, REACT])
  await bundlePackage(each);
// Python reads it as it is.
fs.cpSync(path.join(root, "platform/redirect/python"), path.join(PLATFORM.dist, "bundle/python"), {
  recursive: true,
  filter: (file) => !file.includes("__pycache__"),
});
// npm makes programs of installed packages executable; a checkout runs the built file.
for (const program of [
  path.join(SDK.dist, "bundle/doctor.js"),
  ...[PLATFORM, TESTING, FLEET].map(({ dist }) => path.join(dist, "bundle/cli.js")),
])
  fs.chmodSync(program, 0o755);
