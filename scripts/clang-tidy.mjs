// Runs clang-tidy (.clang-tidy) over native/, one process per processor. Where clang-tidy 19 is not installed it says
// so in one line and succeeds; with SDKPP_REQUIRE_CLANG_TIDY=1 it fails. CLANG_TIDY names another program.
// All sources are checked a dozen at once, as they are compiled: three quarters of the time would go into headers of others.
// With a path each file is checked by itself, which also finds includes that are missing.
// Usage: node clang-tidy.mjs [part of a path …]
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { configureNative, root } from "./cmake.mjs";

/** Other versions find other things. */
const VERSION = 19;
const ROOMS = /^native\/(core|engine|device|decoder|thread|addon)\//;
/** A file that includes a dozen sources of ours. */
const DOZEN = /\/Unity\/unity_\d+_cxx\.cxx$/;

function findTool() {
  const candidates = process.env.CLANG_TIDY
    ? [process.env.CLANG_TIDY]
    : [`clang-tidy-${VERSION}`, "clang-tidy"];
  return candidates.find((name) => {
    const { stdout } = spawnSync(name, ["--version"], { encoding: "utf8" });
    return Number(/version (\d+)/.exec(stdout ?? "")?.[1]) === VERSION;
  });
}

/** Sorts the slowest first: dozens, then large files. */
const weight = (file) =>
  DOZEN.test(file) ? Number.MAX_SAFE_INTEGER : fs.statSync(path.join(root, file)).size;

/** Our sources in the compile database. */
function sources(folder, parts) {
  const database = JSON.parse(fs.readFileSync(path.join(folder, "compile_commands.json"), "utf8"));
  const files = database.map(({ file }) => path.relative(root, file).replaceAll("\\", "/"));
  return [...new Set(files)]
    .filter((file) => ROOMS.test(file) || DOZEN.test(file))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .sort((a, b) => weight(b) - weight(a));
}

/** @returns {Promise<string>} what clang-tidy found in a file, "" for nothing */
function check(tool, folder, file) {
  return new Promise((resolve) => {
    // gcc's warnings are its own; clang would warn of options that it does not know
    const args = ["-p", folder, "--quiet", "--extra-arg=-Wno-everything", file];
    const child = spawn(tool, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let errors = "";
    child.stdout.on("data", (data) => (out += data));
    child.stderr.on("data", (data) => (errors += data));
    child.on("error", (error) => resolve(`${file}: ${error.message}\n`));
    child.on("close", (code) => resolve(code === 0 ? "" : `${out}${/error: /.test(out) ? "" : errors}`));
  });
}

/** A finding in a header comes once for each source that includes it. */
function print(report, printed) {
  for (const finding of report.split(/^(?=\S+:\d+:\d+: (?:error|warning):)/m)) {
    if (finding !== "" && !printed.has(finding)) process.stderr.write(finding);
    printed.add(finding);
  }
}

async function main() {
  const tool = findTool();
  if (tool === undefined) {
    console.error(
      `clang-tidy ${VERSION} is not installed (Debian: apt-get install clang-tidy-${VERSION}): C++ not checked`,
    );
    return process.env.SDKPP_REQUIRE_CLANG_TIDY === "1" ? 1 : 0;
  }
  const parts = process.argv.slice(2);
  const folder = configureNative("build-tidy", {
    SDKPP_ADDON: "ON",
    SDKPP_UNITY: parts.length === 0 ? "ON" : "OFF",
    CMAKE_EXPORT_COMPILE_COMMANDS: "ON",
  });
  const started = performance.now();
  const queue = sources(folder, parts);
  const count = queue.length;
  const printed = new Set();
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      print(await check(tool, folder, file), printed);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  printed.delete("");
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`clang-tidy: ${String(count)} files in ${String(seconds)} s, ${String(printed.size)} findings`);
  return printed.size === 0 ? 0 : 1;
}

process.exitCode = await main();
