// The bot of the guide, as its users start it.
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { fileOf, projectWith, ROOT } from "../../e2e/support-examples.js";
import { installStrangers } from "../../support/strangers.mjs";

it("a worker is killed and another one emptied while a bot plays, and the listener hears on", async (context) => {
  const folder = await projectWith(context, {
    sdkpp: ROOT,
    "@sdkpp/fleet": join(ROOT, "packages/fleet"),
    "@sdkpp/platform": join(ROOT, "platform"),
    "discord.js": join(await installStrangers(), "node_modules/discord.js"),
  });
  cpSync(join(fileOf("fleet"), ".."), folder, { recursive: true });
  const started = promisify(execFile)(process.execPath, [join(folder, "main.mjs")], { timeout: 90_000 });
  const { stdout, stderr } = await started;
  expect([stdout.trim().split("\n"), stderr]).toEqual([
    [
      expect.stringMatching(
        /^the call goes on with another worker: worker (one|two|three) was silent for 2 s$/,
      ),
      "the call goes on with another worker: planned",
      "in order: true; gaps: 1",
    ],
    "",
  ]);
});
