// Removes from a binary what only a debugger reads.
import fs from "node:fs";
import path from "node:path";
import { run } from "../cmake.mjs";
import { tool } from "../pinned/tool.mjs";

/** @param {import("./table.mjs").Target} target */
export function strip({ platform }, from, to) {
  if (platform === "linux") run(path.join(tool("zig"), "zig"), ["objcopy", "--strip-all", from, to]);
  else if (platform === "win32") run("x86_64-w64-mingw32-strip", ["--strip-all", "-o", to, from]);
  // zig has no tool for Mach-O, and removing bytes would break the signature
  else fs.copyFileSync(from, to);
}
