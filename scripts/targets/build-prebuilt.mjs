#!/usr/bin/env node
// Program that prebuildify calls in place of node-gyp: builds, strips and checks the binary of one target.
// Usage: build-prebuilt.mjs rebuild ...; SDKPP_TARGET names the target, the working directory receives build/Release/.
// The further arguments choose a version of Node: a Node-API addon is the same for all.
import fs from "node:fs";
import path from "node:path";
import { buildFor } from "./build.mjs";
import { checkStructure } from "./check-structure.mjs";
import { strip } from "./strip.mjs";
import { targetNamed } from "./table.mjs";

const target = targetNamed(process.env.SDKPP_TARGET);
const file = path.resolve("build/Release/sdkpp.node");
try {
  const built = buildFor(target, "sdkpp");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  strip(target, built, file);
  const problems = checkStructure(target, fs.readFileSync(file));
  if (problems.length > 0) throw new Error([`${target.name}: ${file}`, ...problems].join("\n  "));
} catch (error) {
  fs.rmSync(file, { force: true });
  console.error(error.message);
  process.exitCode = 1;
}
