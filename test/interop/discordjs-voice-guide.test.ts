// The guide for users of @discordjs/voice names every export of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { installStrangers } from "../support/strangers.mjs";

it("the guide for users of @discordjs/voice names every export", async () => {
  const folder = await installStrangers();
  const voice = createRequire(pathToFileURL(`${folder}/package.json`))("@discordjs/voice") as object;
  const guide = readFileSync(
    resolve(import.meta.dirname, "../../docs/guides/from-discordjs-voice.md"),
    "utf8",
  );
  const rows = guide.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, one]) => one),
  );
  expect(named.sort()).toEqual(Object.keys(voice).sort());
});
