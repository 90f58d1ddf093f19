// Builds the binaries of the published package into prebuilds/ with prebuildify.
// Usage: node prebuild.mjs [--target <name> | --target all | --list]; without arguments for this machine.
import fs from "node:fs";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import prebuildify from "prebuildify";
import { root } from "./cmake.mjs";
import { ownTargetName, prebuiltFile, targetNamed, TARGETS } from "./targets/table.mjs";

const { values } = parseArgs({
  options: {
    target: { type: "string", default: ownTargetName() },
    list: { type: "boolean", default: false },
  },
});

/** prebuildify takes the binary from `build/Release`; in a folder of the target's own, the checkout keeps its build. */
async function prebuild({ name, platform, arch, libc }) {
  const cwd = path.join(root, "build-targets", name, "prebuilt");
  fs.mkdirSync(cwd, { recursive: true });
  process.env.SDKPP_TARGET = name;
  await promisify(prebuildify)({
    name: "sdkpp",
    platform,
    arch,
    napi: true,
    tagLibc: libc,
    cwd,
    out: root,
    nodeGyp: path.join(root, "scripts/targets/build-prebuilt.mjs"),
  });
}

async function timed(target) {
  const started = performance.now();
  await prebuild(target);
  const seconds = Math.round((performance.now() - started) / 1000);
  const file = prebuiltFile(target);
  const size = (fs.statSync(path.join(root, file)).size / (1 << 20)).toFixed(2);
  console.log(`${target.name}: ${file}, ${size} MB, ${seconds} s`);
}

try {
  if (values.list) console.log(TARGETS.map(({ name }) => name).join("\n"));
  else
    for (const target of values.target === "all" ? TARGETS : [targetNamed(values.target)])
      await timed(target);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
