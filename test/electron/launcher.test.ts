// The whole launcher, as it is built, in a real Electron: the story that the stand-in plays in every run of the tests.
import type { Platform } from "@sdkpp/platform";
import { expect, it } from "vitest";
import { platformPerTest } from "../support/platform-per-test.js";
import { Browsing, playStory, trustPlatform } from "../system/launcher/story.js";
import { problemsOf } from "../system/launcher/support-launcher.js";
import { startInElectron } from "./start.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));

it("runs from sign-in to a call, and goes on when the process of the client is killed", async () => {
  trustPlatform(platform);
  const player = new Browsing(platform);
  const { page, pidOf } = await startInElectron(platform, (url) => player.open(url));
  const problems = problemsOf(page);
  await playStory({ page, platform, player, clients, pidOf });
  expect(problems).toEqual([]);
});
