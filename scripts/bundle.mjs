// Joins the compiled modules of both packages into a few files each: hundreds of small modules take half a second to
// load, a few large ones a tenth of that. What several entry points share stays one module, so every class exists once.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { firstUse, lateDoor, later, openDoor, withoutBareImports } from "./first-use.mjs";
import { lazyBuiltins } from "./lazy-builtins.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const dist = path.join(root, "dist");
const DOORS = {
  index: "index.js",
  voice: "voice/index.js",
  wire: "wire/index.js",
  activities: "activities/index.js",
};

/** For bundlers, which find every file by its import, and for hosts other than Node. */
const WHOLE = {
  dist,
  folder: "whole",
  input: DOORS,
  external: ["ws"],
  plugins: [lazyBuiltins()],
  withSideEffects: [],
};

/** Modules behind `import()`, and the names of their files. */
const DYNAMIC = { "call/index.js": "calls", "protocol/dave/self-signature.js": "self-signature" };

/** Files that are loaded at the first call of a function in these modules. */
const LATER = {
  client: [
    "net/first-use.js",
    "sdk/first-use.js",
    "sdk/areas/calls/first-use.js",
    "sdk/core/first-use.js",
    "sdk/values/first-use.js",
  ],
  group: ["protocol/dave/first-use.js"],
};

/**
 * For Node: `facade` has what the main door exports, and what that needs is loaded at its first use. The doors are small files
 * beside: the bundler lets entry points export more, so that they need no file for what they share.
 */
const SDK = {
  ...WHOLE,
  folder: "bundle",
  input: {
    facade: DOORS.index,
    "voice-body": DOORS.voice,
    "wire-body": DOORS.wire,
    activities: DOORS.activities,
    ...Object.fromEntries(Object.entries(DYNAMIC).map(([file, name]) => [name, file])),
    ...Object.fromEntries(Object.keys(LATER).map((name) => [name, later(name)])),
  },
  doors: { index: openDoor, voice: lateDoor, wire: lateDoor },
  bodies: { index: "facade", voice: "voice-body", wire: "wire-body" },
  plugins: [firstUse(dist, { files: LATER, dynamic: DYNAMIC }), lazyBuiltins()],
};

/** For pages: a file of its own, which loads no other. */
const BROWSER = { ...WHOLE, folder: "browser", input: { enums: "enums/index.js" } };

/** The schema library, a development dependency, is part of the bundle: its few hundred files take longer to load than ours. */
const PLATFORM = {
  dist: path.join(root, "platform/dist"),
  folder: "bundle",
  input: { index: "index.js", cli: "cli/main.js", worker: "voice/sfu/worker.js" },
  external: Object.keys(readJson("platform/package.json").dependencies).map(
    (name) => new RegExp(`^${name}(/|$)`),
  ),
  withSideEffects: ["reflect-metadata"],
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

function open({ dist, input, external, plugins = [], withSideEffects, doors }) {
  const file = (name) => (name.startsWith(later("")) ? name : path.join(dist, name));
  return rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, source]) => [name, file(source)])),
    platform: "node",
    external,
    plugins: [...plugins, builtins],
    // Other modules have none: an entry point contains what it uses, not everything in the same index file.
    treeshake: { moduleSideEffects: (id) => withSideEffects.includes(id), propertyReadSideEffects: false },
    transform: { define: { __SDKPP_COMMIT__: JSON.stringify(commit()) } },
    ...(doors === undefined ? {} : { preserveEntrySignatures: "allow-extension" }),
  });
}

/** The modules that a module imports directly; not what it takes from the index file of another folder. */
function neighbours(module) {
  const text = fs.readFileSync(module, "utf8");
  return [...text.matchAll(/^(?:import|export)\b[^;]* from "(\.[^"]+)";/gm)]
    .map(([, source]) => path.resolve(path.dirname(module), source))
    .filter((file) => !/[\\/](index|first-use)\.js$/.test(file));
}

/** The modules that loading one file loads, with all that these modules may need for other files. */
async function loadedWith(name, options) {
  const bundle = await open({ ...options, input: { [name]: options.input[name] } });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const modules = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds));
  for (const module of modules)
    if (path.isAbsolute(module)) for (const next of neighbours(module)) modules.add(next);
  return modules;
}

/** Few files: otherwise the bundler makes one for whatever two others share. The first group that fits has a module. */
async function fewFiles(options) {
  const names = ["facade", "voice-body", "wire-body", "client", "calls"];
  const [facade, voice, wire, client, calls] = await Promise.all(
    names.map((name) => loadedWith(name, options)),
  );
  const isShape = (id) => id.startsWith(path.join(options.dist, "wire"));
  const groups = [
    { name: "base", test: (id) => facade.has(id) && (voice.has(id) || wire.has(id)) },
    { name: "facade", test: (id) => facade.has(id) },
    { name: "shapes", test: (id) => voice.has(id) && isShape(id) },
    { name: "parts", test: (id) => client.has(id) && (voice.has(id) || calls.has(id)) },
    { name: "call", test: (id) => voice.has(id) && calls.has(id) },
  ];
  const ordered = groups.map((group, at) => ({ ...group, priority: groups.length - at }));
  return { codeSplitting: { groups: ordered, includeDependenciesRecursively: false } };
}

/** What a file of the build for Node may import; files of one kind have one name. */
const IMPORTED = {
  base: [],
  facade: ["base"],
  shapes: ["base"],
  parts: ["base", "shapes"],
  call: ["base", "shapes", "parts"],
  "voice-body": ["base", "shapes", "parts", "call"],
  "wire-body": ["base", "shapes"],
};

/**
 * A module that one file loads may need more for the others.
 * @throws {Error} when that makes a file load what it does not need
 */
function checkImports(files) {
  const nameOf = new Map(files.map(({ fileName, name }) => [fileName, name]));
  for (const { name, code } of files) {
    const imported = [...code.matchAll(/^import [^;]*"\.\/([^"]+)";$/gm)].map(([, file]) => nameOf.get(file));
    const further = imported.filter((file) => IMPORTED[name]?.includes(file) === false);
    if (further.length > 0)
      throw new Error(`${name} loads ${further.join(", ")}: move what needs that into a module of its own`);
  }
}

/** @returns the names that each entry point exports, by the name of its file */
async function bundlePackage(options) {
  const { dist, folder, doors, bodies } = options;
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
    ...(doors === undefined ? {} : await fewFiles(options)),
  });
  await bundle.close();
  if (doors !== undefined) {
    const trimmed = files.map((file) => ({ ...file, code: withoutBareImports(file.code) }));
    checkImports(trimmed);
    for (const { fileName, code } of trimmed) fs.writeFileSync(path.join(fresh, fileName), code);
    for (const [name, door] of Object.entries(doors))
      fs.writeFileSync(path.join(fresh, `${name}.js`), door(bodies[name], options.names[name]));
  }
  nameLicences(path.join(dist, "../THIRD_PARTY_NOTICES"), files);
  fs.rmSync(output, { recursive: true, force: true });
  fs.renameSync(fresh, output);
  return Object.fromEntries(files.filter(({ isEntry }) => isEntry).map((file) => [file.name, file.exports]));
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

const names = await bundlePackage(WHOLE);
await bundlePackage({ ...SDK, names });
await bundlePackage(BROWSER);
await bundlePackage(PLATFORM);
// npm makes programs of installed packages executable; a checkout runs the built file.
fs.chmodSync(path.join(PLATFORM.dist, "bundle/cli.js"), 0o755);
