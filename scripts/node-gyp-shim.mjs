// What prebuildify takes for node-gyp: builds with our own script and leaves the addon in build/Release.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const passed = process.argv.slice(2).filter((each) => each.startsWith("--arch=") || each === "--debug");
const done = spawnSync(process.execPath, [path.join(here, "build-native.mjs"), ...passed], {
  stdio: "inherit",
});
process.exit(done.status ?? 1);
