// What the hooks render, in Chromium with React as it ships.
import { describe, expect, it } from "vitest";
import type { scenes as Scenes } from "./page/program.js";
import { pageWith } from "./support-page.js";

declare const scenes: typeof Scenes;
const page = pageWith("production");

describe("hooks in a page", () => {
  it("render nothing for levels of 25 speakers in each frame", async () => {
    const seen = await page().evaluate(() => scenes.levels());
    expect(seen).toMatchObject({ first: 26, rendersOfLevels: 0, rendersOfSpeech: 1, isSpeaking: true });
    const last = Array.from({ length: 25 }, (_, index) => -((119 + index) % 60));
    expect(seen.shown).toEqual(last.map((dbfs) => String(Math.round((1 + dbfs / 60) * 100) / 100)));
    expect(seen.byFunction).toEqual(last.map((dbfs) => Math.round((1 + dbfs / 100) * 100) / 100));
    expect(seen.isWanted).toBe(false);
  });

  it("render a problem of the microphone once, and none of its levels", async () => {
    const seen = await page().evaluate(() => scenes.microphone());
    expect(seen).toEqual({
      ...{ rendersOfLevels: 1, text: "all well", shown: "0.02" },
      ...{ rendersOfProblem: 2, problem: "unplugged", wanted: [true, false] },
    });
  });

  it("render one row for one of 5,000 friends that changes", async () => {
    const seen = await page().evaluate(() => scenes.friends());
    expect(seen.rows).toBe(5000);
    // of another process with the same state
    expect(seen.sameSnapshot).toEqual([]);
    expect(seen.picture.rendered).toEqual(["row"]);
    expect(seen.nameOfSamePlace.rendered).toEqual(["row"]);
    expect(seen.idle.rendered).toEqual(["row"]);
    expect(seen.playsOn.rendered).toEqual(["row"]);
    expect(seen.nobodysFriend.rendered).toEqual([]);
  });

  it("render the list where a friend changes place", async () => {
    const seen = await page().evaluate(() => scenes.friends());
    expect(seen.offline.rendered).toEqual(["counter", "list", "row"]);
    expect(seen.plays.rendered).toEqual(["list", "row"]);
    expect(seen.plays.first).toBe("name04002 level 1");
    expect(seen.playsOn.first).toBe("name04002 level 2");
  });

  it("show one state in each commit, while React renders in pieces", async () => {
    const seen = await page().evaluate(() => scenes.tearing());
    expect(seen.torn).toEqual([]);
    expect(seen.commits).toBeGreaterThan(8);
    expect(new Set(seen.last)).toEqual(new Set([`name${String(seen.changes)}`]));
  });

  it("leave no listener behind a thousand mounts", async () => {
    const seen = await page().evaluate(() => scenes.leaks());
    expect(seen.most).toBeGreaterThan(25);
    expect(seen.left).toBe(0);
    // two conversations each time
    expect(seen).toMatchObject({ asked: 2000, cancelled: 2000 });
  });
});
