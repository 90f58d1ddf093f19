// The whole launcher, as it is built, in the stand-in of Electron.
import type { Platform } from "@sdkpp/platform";
import { expect, it } from "vitest";
import { platformPerTest } from "../../support/platform-per-test.js";
import { startLauncher } from "./stand-in/start.js";
import { Browsing, playStory, trustPlatform } from "./story.js";
import { problemsOf } from "./support-launcher.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

it("runs from sign-in to a call, and goes on when the process of the client is killed", async () => {
  trustPlatform(platform);
  const player = new Browsing(platform);
  const { page, handler, pidOf } = await startLauncher(platform, (url) => player.open(url));
  const problems = problemsOf(page);
  await playStory({ page, platform, player, clients, pidOf });
  expect(problems).toEqual([]);

  for (const path of ["/..%2fmain%2findex.mjs", "/..%2f..%2fplayer"])
    expect((await handler({ url: `app://launcher${path}` })).status).toBe(404);
});
