// Joins the compiled modules of the three doors into a few files: a hundred small modules take tens of milliseconds to
// load, one takes few. What the doors share stays one module, so every class exists once. What only calls need is a
// file of its own, which the main door loads while a client connects.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const dist = path.join(root, "dist");
const output = path.join(dist, "bundle");

/** The commit this build was made from; packed tarballs have no repository any more. */
function commit() {
  const asked = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" });
  return asked.status === 0 ? asked.stdout.trim() : "unknown";
}

const bundle = await rolldown({
  input: {
    index: path.join(dist, "index.js"),
    voice: path.join(dist, "voice/index.js"),
    wire: path.join(dist, "wire/index.js"),
  },
  platform: "node",
  external: ["ws", /^node:/],
  // Modules have no side effects: an entry point contains what it uses, not everything in the same index file.
  treeshake: { moduleSideEffects: false },
  transform: { define: { __SDKPP_COMMIT__: JSON.stringify(commit()) } },
});
// Written beside and renamed, so that a program that is starting never finds half a bundle.
const fresh = `${output}.new`;
fs.rmSync(fresh, { recursive: true, force: true });
await bundle.write({
  dir: fresh,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "shared-[hash].js",
  // They stand in the declarations; here they only take time to read.
  comments: { annotation: false, jsdoc: false, legal: false },
});
await bundle.close();
fs.rmSync(output, { recursive: true, force: true });
fs.renameSync(fresh, output);
