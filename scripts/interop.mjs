// npm run interop [-- bots distube …]: other people's libraries and bots beside ours, all or those of these names.
// The sources of bots are fetched first, into the folder that SDKPP_BOT_SOURCES names or one for temporary files; tests of
// those that cannot be had are skipped by name.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fetchSource, SOURCES } from "../test/interop/bots/sources.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const VITEST = path.join(root, "node_modules/vitest/vitest.mjs");
/** Bots, and the one that comes as a package and so is part of `npm test`. */
const BOTS = ["test/interop/bots/", "test/interop/distube.test.ts"];

const names = process.argv.slice(2);
for (const name of Object.keys(SOURCES)) {
  try {
    await fetchSource(name);
  } catch (error) {
    console.log(`${name} cannot be fetched: ${error.cause?.message ?? error.message}`);
  }
}
const filesOf = (name) => (name === "bots" ? BOTS : [`test/interop/${name}`]);
const filters = names.length === 0 ? ["test/interop"] : names.flatMap(filesOf);
const config = ["--config", "vitest.interop.config.ts"];
const done = spawnSync(process.execPath, [VITEST, "run", ...config, ...filters], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = done.status ?? 1;
