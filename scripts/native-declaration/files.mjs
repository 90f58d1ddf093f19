// Which file of lib/native comes from which tables.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import prettier from "prettier";
import { phasesDeclaration } from "./phases.mjs";
import { settingsDeclaration } from "./settings.mjs";
import { statisticsDeclaration } from "./statistics.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const STATISTICS = [
  "dave/frame_crypto_stats.def",
  "jitter/jitter_stats.def",
  "session/exchange/statistics.def",
];
const table = (file) => fs.readFileSync(path.join(root, "native/core", file), "utf8");

/** @returns {Promise<{ file: string, text: string }[]>} absolute path and what has to be in it */
export async function declarations() {
  const settings = settingsDeclaration(
    table("session/settings/settings.def"),
    table("session/settings/encoder_settings.def"),
  );
  const statistics = statisticsDeclaration(STATISTICS.map(table));
  return Promise.all([
    formatted("lib/native/phases.ts", phasesDeclaration(table("gateway/phases.def"))),
    formatted("lib/native/settings.ts", settings),
    formatted("lib/native/statistics.ts", statistics),
  ]);
}

async function formatted(name, text) {
  const file = path.join(root, name);
  const options = await prettier.resolveConfig(file);
  return { file, text: await prettier.format(text, { ...options, filepath: file }) };
}
