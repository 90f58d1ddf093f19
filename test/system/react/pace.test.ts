// How often a page answers, in Chromium with its own frames of the screen.
import { expect, it } from "vitest";
import type { scenes as Scenes } from "./page/program.js";
import { pageWith } from "./support-page.js";

declare const scenes: typeof Scenes;
const page = pageWith("production");

it("a page that keeps up answers for every fourth frame, and says when it is hidden", async () => {
  const { answers, windows, hidden, seenAgain } = await page().evaluate(() => scenes.pace());
  // the snapshot, and 40 frames
  expect(answers).toBe(11);
  expect(new Set(windows)).toEqual(new Set([8]));
  expect([hidden, seenAgain]).toEqual([
    [41, 1],
    [41, 8],
  ]);
});
