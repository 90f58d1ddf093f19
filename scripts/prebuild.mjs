// Builds the binaries of the published package into prebuilds/ and checks the structure of each file.
// Usage: node prebuild.mjs [--target <name> | --target all | --list]; without arguments for this machine.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "./cmake.mjs";
import { buildFor } from "./targets/build.mjs";
import { checkStructure } from "./targets/check-structure.mjs";
import { strip } from "./targets/strip.mjs";
import { ownTargetName, prebuiltFile, targetNamed, TARGETS } from "./targets/table.mjs";

const { values } = parseArgs({
  options: {
    target: { type: "string", default: ownTargetName() },
    list: { type: "boolean", default: false },
  },
});

/** Replaces the file by renaming: a running process may have the old one open. */
function place(built, target) {
  const file = path.join(root, prebuiltFile(target));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  strip(target, built, `${file}.new`);
  const problems = checkStructure(target, fs.readFileSync(`${file}.new`));
  if (problems.length > 0) throw new Error([`${target.name}: ${file}.new`, ...problems].join("\n  "));
  fs.renameSync(`${file}.new`, file);
  return file;
}

function prebuild(target) {
  const started = performance.now();
  const file = place(buildFor(target, "sdkpp"), target);
  const seconds = Math.round((performance.now() - started) / 1000);
  const size = (fs.statSync(file).size / (1 << 20)).toFixed(2);
  console.log(`${target.name}: ${path.relative(root, file)}, ${size} MB, ${seconds} s`);
}

try {
  if (values.list) console.log(TARGETS.map(({ name }) => name).join("\n"));
  else
    for (const target of values.target === "all" ? TARGETS : [targetNamed(values.target)]) prebuild(target);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
