// Puts files that tsc does not copy beside its output.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Marks the command line program as executable; tsc keeps the hashbang but not the mode. */
const command = path.join(root, "platform/dist/cli/main.js");
if (fs.existsSync(command)) fs.chmodSync(command, 0o755);
