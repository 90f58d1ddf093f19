// A copy of a bot's source, outside this repository, with the dependencies that its own lock file pins and the drop-in in the
// place of @discordjs/voice: what the alias of its README makes. No file of the bot is changed.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { tool } from "../../../scripts/pinned/tool.mjs";
import { digestOf, findSource, SOURCES } from "./sources.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const DROP_IN = join(root, "packages/discordjs-voice");
const run = promisify(execFile);

/** @returns the folder of the bot, ready to start */
export async function workplaceOf(name) {
  const source = SOURCES[name];
  const lock = source.lock === undefined ? "" : await readFile(join(here, source.lock, "package-lock.json"));
  const state = [JSON.stringify(source), lock, digestOf(join(here, "stand-ins")), root];
  const key = createHash("sha256").update(state.join("\n")).digest("hex");
  const place = join(tmpdir(), `sdkpp-bot-${name}-${key.slice(0, 12)}`);
  if (!existsSync(place)) await install(name, source, place);
  const bot = join(place, "bot");
  for (const folder of source.packages) await build(join(bot, folder), source);
  return bot;
}

/** The Node that a bot needs: this one, or one of the pinned ones. */
export function nodeOf(name) {
  const { node = 0 } = SOURCES[name];
  if (Number(process.versions.node.split(".")[0]) >= node) return process.execPath;
  return join(tool(`node-${node}`), "bin/node");
}

async function install(name, source, place) {
  const { folder, missing } = findSource(name);
  if (folder === undefined) throw new Error(missing);
  const fresh = await mkdtemp(`${place}-`);
  await cp(folder, join(fresh, "bot"), { recursive: true });
  if (source.lock === undefined) await installWith(source, join(fresh, "bot"));
  else {
    await cp(join(here, source.lock), fresh, { recursive: true });
    await installWith(source, fresh);
  }
  for (const each of source.packages) await linkDropIn(fresh, join(fresh, "bot", each));
  for (const [each, folder] of Object.entries(source.standIns ?? {}))
    await standIn(each, join(fresh, "bot", folder));
  // Atomic, because another process may install at the same time.
  await rename(fresh, place).catch(() => rm(fresh, { recursive: true }));
}

/** No install script runs: what would be compiled or downloaded has no part in what is tested. */
async function installWith({ installer, packages }, cwd) {
  if (installer === "npm") {
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd });
    return;
  }
  const filters = packages.filter((each) => each !== ".").flatMap((each) => ["--filter", `./${each}`]);
  const pnpm = join(tool("pnpm"), "bin/pnpm.cjs");
  await run(process.execPath, [pnpm, "install", "--frozen-lockfile", "--ignore-scripts", ...filters], {
    cwd,
  });
}

async function linkDropIn(place, folder) {
  const modules = [join(folder, "node_modules"), join(place, "node_modules")].find((each) =>
    existsSync(each),
  );
  const voice = join(modules, "@discordjs/voice");
  await rm(voice, { recursive: true, force: true });
  await mkdir(dirname(voice), { recursive: true });
  await symlink(DROP_IN, voice, "junction");
}

/** Puts a small package of ours in the place of one that speaks to a site on the internet, or has to be compiled. */
async function standIn(name, folder) {
  const target = await realpath(folder);
  await rm(target, { recursive: true });
  await cp(join(here, "stand-ins", name), target, { recursive: true });
}

/** Compiles with the bot's own compiler, against the types of the drop-in; again when these have changed. */
async function build(folder, { build: command }) {
  if (command === undefined) return;
  const types = await readFile(join(DROP_IN, "dist/types/index.d.ts"));
  const state = createHash("sha256").update(types).digest("hex");
  const stamp = join(folder, "node_modules/.sdkpp-built");
  if (existsSync(stamp) && (await readFile(stamp, "utf8")) === state) return;
  try {
    await run(process.execPath, command, { cwd: folder });
  } catch (error) {
    throw new Error(`${folder} does not compile:\n${error.stdout}`, { cause: error });
  }
  await writeFile(stamp, state);
}
