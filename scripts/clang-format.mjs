// Formats our C++ with clang-format; --check only reports. Without clang-format: says so, and fails in --check
// only where CI=true (a newcomer's machine need not have it).
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const check = process.argv.includes("--check");
const roots = [
  "native/core",
  "native/engine",
  "native/device",
  "native/decoder",
  "native/thread",
  "native/addon",
  "test/native",
  "test/fuzz",
  "bench/native",
  "bench/floors",
];

const files = roots
  .map((folder) => path.join(root, folder))
  .filter((folder) => fs.existsSync(folder))
  .flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => /\.(h|cc)$/.test(file));

if (spawnSync("clang-format", ["--version"]).status !== 0) {
  console.error("clang-format is not installed (Debian: apt-get install clang-format): C++ form not checked");
  process.exit(check && process.env.CI === "true" ? 1 : 0);
}
const args = check ? ["--dry-run", "--Werror"] : ["-i"];
process.exit(spawnSync("clang-format", [...args, ...files], { stdio: "inherit" }).status ?? 1);
