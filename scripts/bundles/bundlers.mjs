// The bundlers that the tests run, each with the settings that its users need and no others.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../cmake.mjs";
import { tool } from "../pinned/tool.mjs";
import { runProgram } from "../results/run-checks.mjs";

const folder = path.join(root, "build-tools/bundlers");
/** A file beside which the bundlers are installed. */
export const bundlersFrom = path.join(folder, "package.json");
const require = createRequire(bundlersFrom);
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

/** Installs what test/bundles/package-lock.json pins, once. No script of a package runs. */
export function installBundlers() {
  const source = path.join(root, "test/bundles");
  const lock = fs.readFileSync(path.join(source, "package-lock.json"));
  const stamp = createHash("sha256").update(lock).digest("hex");
  const stampFile = path.join(folder, ".stamp");
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === stamp) return;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"])
    fs.copyFileSync(path.join(source, name), path.join(folder, name));
  const done = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`cannot install the bundlers\n${done.stdout}\n${done.stderr}`);
  fs.writeFileSync(stampFile, stamp);
}

async function must(command, args, options) {
  const done = await runProgram(command, args, options);
  if (done.code !== 0) throw new Error(`${command} ${args.join(" ")} failed\n${done.stdout}\n${done.stderr}`);
}

/** @typedef {(app: string, output: string) => Promise<string>} Bundle bundles into a folder; resolves to the file to run */

/** @type {(format: "esm" | "cjs") => Bundle} */
const esbuild = (format) => async (app, output) => {
  const outfile = path.join(output, format === "esm" ? "app.mjs" : "app.cjs");
  await (
    await load("esbuild")
  ).build({
    entryPoints: [app],
    bundle: true,
    platform: "node",
    format,
    outfile,
    logLevel: "error",
    // ws is CommonJS: in a module its require() of Node's modules needs one.
    ...(format === "esm" ? { banner: { js: REQUIRE } } : {}),
  });
  return outfile;
};
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** @type {(format: "esm" | "cjs") => Bundle} */
const webpack = (format) => async (app, output) => {
  const filename = format === "esm" ? "app.mjs" : "app.cjs";
  const { default: run } = await load("webpack");
  const stats = await new Promise((resolve, reject) => {
    run(
      {
        mode: "production",
        target: "node20",
        entry: app,
        output: { path: output, filename, module: format === "esm" },
        experiments: { outputModule: format === "esm" },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ colors: false }));
  return path.join(output, filename);
};

/** @type {(format: "esm" | "cjs") => Bundle} */
const rollup = (format) => async (app, output) => {
  const [{ rollup: run }, { nodeResolve }, { default: commonjs }] = await Promise.all([
    load("@rollup/wasm-node"),
    load("@rollup/plugin-node-resolve"),
    load("@rollup/plugin-commonjs"),
  ]);
  const plugins = [nodeResolve({ preferBuiltins: true, exportConditions: ["node"] }), commonjs()];
  const bundle = await run({ input: app, plugins, onwarn: () => undefined });
  const entryFileNames = `app.${format === "esm" ? "mjs" : "cjs"}`;
  await bundle.write({ dir: output, format, entryFileNames });
  return path.join(output, entryFileNames);
};

/** @type {(format: "esm" | "cjs") => Bundle} */
const rolldown = (format) => async (app, output) => {
  const { rolldown: run } = await import("rolldown");
  const bundle = await run({ input: app, platform: "node", onLog: () => undefined });
  const entryFileNames = `app.${format === "esm" ? "mjs" : "cjs"}`;
  await bundle.write({ dir: output, format, entryFileNames });
  await bundle.close();
  return path.join(output, entryFileNames);
};

/** @type {Bundle} */
async function vite(app, output) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: app,
      outDir: output,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: "app.mjs" } },
    },
  });
  return path.join(output, "app.mjs");
}

/** @type {Bundle} */
async function bunCompile(app, output) {
  const file = path.join(output, "app");
  await must(path.join(tool("bun"), "bin/bun"), ["build", app, "--compile", "--outfile", file], {
    cwd: output,
  });
  return file;
}

/** Node's single executable application: a copy of Node with the bundle inside. @type {(version: number) => Bundle} */
const singleExecutable = (version) => async (app, output) => {
  const node = path.join(tool(`node-${version}`), "bin/node");
  const parts = fs.mkdtempSync(path.join(output, "parts-"));
  const main = await esbuild("cjs")(app, parts);
  const blob = path.join(parts, "app.blob");
  const config = path.join(parts, "sea.json");
  fs.writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }));
  await must(node, ["--experimental-sea-config", config]);
  const file = path.join(output, "app");
  fs.copyFileSync(node, file);
  const { inject } = await load("postject");
  await inject(file, "NODE_SEA_BLOB", fs.readFileSync(blob), {
    sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  });
  fs.rmSync(parts, { recursive: true });
  return file;
};

/** @type {Record<string, Bundle>} */
export const BUNDLERS = {
  "esbuild ESM": esbuild("esm"),
  "esbuild CJS": esbuild("cjs"),
  "webpack CJS": webpack("cjs"),
  "webpack ESM": webpack("esm"),
  "rollup ESM": rollup("esm"),
  "rollup CJS": rollup("cjs"),
  "rolldown ESM": rolldown("esm"),
  "rolldown CJS": rolldown("cjs"),
  "vite SSR": vite,
  "bun --compile": bunCompile,
  "Node 20 single executable": singleExecutable(20),
  "Node 22 single executable": singleExecutable(22),
};
