// Rolls the declarations of the packages into one file per door, with what doors share beside them: compilers read a few files
// instead of hundreds, and only types that a door shows.
import fs from "node:fs";
import path from "node:path";
import { rollup } from "rollup";
import dts from "rollup-plugin-dts";
import { root } from "./cmake.mjs";

const PACKAGES = [
  {
    dist: path.join(root, "dist"),
    input: {
      index: "index.d.ts",
      voice: "voice/index.d.ts",
      "voice-agent": "voice/agent/index.d.ts",
      wire: "wire/index.d.ts",
      "voice-process": "voice/process/main.d.ts",
      activities: "activities/index.d.ts",
      enums: "enums/index.d.ts",
      surface: "surface/index.d.ts",
    },
    allowed: /^node:/,
  },
  {
    dist: path.join(root, "platform/dist"),
    input: { index: "index.d.ts", control: "control/index.d.ts", program: "cli/index.d.ts" },
    allowed: /^(node:|sdkpp\/wire$)/,
  },
  {
    dist: path.join(root, "packages/discordjs-voice/dist"),
    input: { index: "index.d.ts" },
    allowed: /^(node:|sdkpp\/voice$)/,
  },
  {
    dist: path.join(root, "packages/testing/dist"),
    input: { index: "index.d.ts", commands: "commands/index.d.ts" },
    allowed: /^(node:|sdkpp(\/voice)?$|@sdkpp\/platform(\/(control|program))?$)/,
  },
  {
    dist: path.join(root, "packages/fleet/dist"),
    input: { index: "index.d.ts" },
    allowed: /^(node:|sdkpp\/voice$)/,
  },
  {
    dist: path.join(root, "packages/electron/dist"),
    input: {
      main: "main/index.d.ts",
      preload: "preload/index.d.ts",
      renderer: "renderer/index.d.ts",
      development: "development/index.d.ts",
    },
    allowed: /^(node:|sdkpp(\/(surface|enums))?$)/,
  },
  {
    dist: path.join(root, "packages/react/dist"),
    input: { index: "index.d.ts" },
    allowed: /^(react|sdkpp\/(enums|surface)|@sdkpp\/electron\/renderer)$/,
  },
];

function newest(folder, skipped) {
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const declarations = files.filter((name) => name.endsWith(".d.ts") && !name.startsWith(skipped));
  return Math.max(...declarations.map((name) => fs.statSync(path.join(folder, name)).mtimeMs));
}

function isUpToDate(dist, output, [first]) {
  const rolled = path.join(output, `${first}.d.ts`);
  return fs.existsSync(rolled) && fs.statSync(rolled).mtimeMs >= newest(dist, path.basename(output));
}

/** @throws {Error} when a door shows a type of somebody else's package: whoever uses it would need that package */
function checkImports(files, allowed) {
  const own = new Set(files.map(({ fileName }) => fileName));
  for (const { fileName, imports } of files) {
    const foreign = imports.filter((name) => !own.has(name) && !allowed.test(name));
    if (foreign.length > 0) throw new Error(`${fileName} shows types of ${foreign.join(", ")}`);
  }
}

/**
 * A door that gives an interface and the constructor of its name has both as one declaration: only then can compilers name the type
 * in declarations of others, and others add members to it.
 */
function joinNames(code) {
  const joined = [...code.matchAll(/^type (\w+)(?:<.*>)? = \1\$1(?:<\w+>)?;$/gm)];
  const withoutAliases = joined.reduce((text, [alias]) => text.replace(`${alias}\n`, ""), code);
  return joined.reduce((text, [, name]) => text.replaceAll(`${name}$1`, name), withoutAliases);
}

async function roll({ dist, input, allowed }) {
  const output = path.join(dist, "types");
  if (isUpToDate(dist, output, Object.keys(input))) return;
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, path.join(dist, file)])),
    external: /^[^./]/,
    plugins: [dts(), { name: "joined-names", renderChunk: joinNames }],
    // It would have every shared type exported; test/architecture/exported-types.test.ts looks for those that users can name.
    // A program declares nothing.
    onwarn: ({ plugin, code, message }) =>
      plugin === "dts" || code === "EMPTY_BUNDLE" || console.warn(message),
  });
  const fresh = `${output}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  const { output: files } = await bundle.write({
    dir: fresh,
    entryFileNames: "[name].d.ts",
    chunkFileNames: "shared-[hash].d.ts",
  });
  await bundle.close();
  checkImports(files, allowed);
  fs.rmSync(output, { recursive: true, force: true });
  fs.renameSync(fresh, output);
}

for (const each of PACKAGES) await roll(each);
