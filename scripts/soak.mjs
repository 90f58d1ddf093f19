// npm run soak [-- network|rooms|changes|story|garbage|kills|filter|hostile|member|moves|deaths|launcher|fleet|platform|odd-arguments|fuzzing|
// interop|conformance|overload …] [--short] [--minutes=20] [--seed=7] [--epochs=10000] [--garbage-factor=34] [--kills=50] [--moves=200]
// [--deaths=1000] [--launcher-kills=100] [--fleet-faults=50] [--fuzz-seconds=3600] [--overload-seconds=600]
// Checks that take too long for every change. Each writes its section of bench/soak.md; --short is a minute of the
// network part and writes nothing. Last line: "N passed, N failed".
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { writeResults } from "./results/write-results.mjs";
import { soakChanges } from "./soak/changes.mjs";
import { soakConformance } from "./soak/conformance.mjs";
import { soakDeaths } from "./soak/deaths.mjs";
import { soakFleet } from "./soak/fleet.mjs";
import { soakFilter } from "./soak/filter.mjs";
import { soakFuzzing } from "./soak/fuzzing.mjs";
import { soakGarbage } from "./soak/garbage.mjs";
import { soakHostile } from "./soak/hostile.mjs";
import { soakInterop } from "./soak/interop.mjs";
import { soakKills } from "./soak/kills.mjs";
import { soakLauncher } from "./soak/launcher.mjs";
import { soakMember } from "./soak/member.mjs";
import { soakMoves } from "./soak/moves.mjs";
import { soakNetwork } from "./soak/network.mjs";
import { soakOddArguments } from "./soak/odd-arguments.mjs";
import { soakOverload } from "./soak/overload.mjs";
import { soakPlatform } from "./soak/platform.mjs";
import { soakRooms } from "./soak/rooms.mjs";
import { soakStory } from "./soak/story.mjs";

const PAGE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../bench/soak.md");
const PARTS = {
  network: soakNetwork,
  rooms: soakRooms,
  changes: soakChanges,
  story: soakStory,
  garbage: soakGarbage,
  kills: soakKills,
  filter: soakFilter,
  hostile: soakHostile,
  member: soakMember,
  moves: soakMoves,
  deaths: soakDeaths,
  launcher: soakLauncher,
  fleet: soakFleet,
  platform: soakPlatform,
  "odd-arguments": soakOddArguments,
  fuzzing: soakFuzzing,
  interop: soakInterop,
  conformance: soakConformance,
  overload: soakOverload,
};

function readOptions(args) {
  const value = (name) => args.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
  const isShort = args.includes("--short");
  const named = args.filter((one) => !one.startsWith("--"));
  const all = isShort ? ["network"] : Object.keys(PARTS);
  return {
    isShort,
    parts: named.length > 0 ? named : all,
    minutes: isShort ? 0.8 : Number(value("minutes") ?? 20),
    stallMs: isShort ? 3000 : 60_000,
    epochs: Number(value("epochs") ?? 10_000),
    kills: Number(value("kills") ?? 50),
    moves: Number(value("moves") ?? 200),
    deaths: Number(value("deaths") ?? 1000),
    launcherKills: Number(value("launcher-kills") ?? 100),
    fleetFaults: Number(value("fleet-faults") ?? 50),
    garbageFactor: Number(value("garbage-factor") ?? 34),
    fuzzSeconds: Number(value("fuzz-seconds") ?? 3600),
    overloadSeconds: Number(value("overload-seconds") ?? (isShort ? 30 : 600)),
    seed: Number(value("seed") ?? Math.floor(Math.random() * 2 ** 32)) >>> 0,
  };
}

/** Puts a part's table in the place of its last one. */
async function write({ title, rows }) {
  const head = "# Soak\n\nWritten by `npm run soak`.\n";
  const page = fs.existsSync(PAGE) ? fs.readFileSync(PAGE, "utf8") : head;
  const sections = page.split(/^(?=## )/m).filter((section) => !section.startsWith(`## ${title}\n`));
  const table = rows.map(([name, figure]) => `| ${name} | ${figure} |`).join("\n");
  const section = `## ${title}\n\n| What | Figure |\n| --- | --- |\n${table}\n`;
  const text = [...sections, section].map((part) => part.trimEnd()).join("\n\n");
  fs.writeFileSync(PAGE, await format(text, { parser: "markdown", printWidth: 118 }));
}

const options = readOptions(process.argv.slice(2));
console.log(`soak: ${options.parts.join(", ")}, seed ${options.seed} (repeat with --seed=${options.seed})`);
const checks = [];
for (const name of options.parts) {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`unknown part ${name}; known: ${Object.keys(PARTS).join(", ")}`);
  const result = await part(options);
  checks.push(...result.checks);
  if (!options.isShort) await write(result);
}
writeResults("soak", checks);
const failed = checks.filter(({ isGood }) => !isGood).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
