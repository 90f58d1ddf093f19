// Messages of conversations, from pages and events.
import { describe, expect, it } from "vitest";
import type { scenes as Scenes } from "./page/program.js";
import { pageWith } from "./support-page.js";

declare const scenes: typeof Scenes;
const page = pageWith("production");

describe("messages in a page", () => {
  it("are in order, each once, edited and deleted as it happens", async () => {
    const seen = await page().evaluate(() => scenes.messages.live());
    expect(seen).toEqual({
      atStart: { ids: [], isLoading: true },
      asked: ["500", 50],
      first: { ids: [8, 9], hasMore: false },
      withNew: [8, 9, 10, 12],
      withEdit: ["m8", "edited", "m12"],
      isSameFunction: true,
    });
  });

  it("are right where events overtake a page", async () => {
    const seen = await page().evaluate(() => scenes.messages.overtaken());
    expect(seen).toEqual({ early: [20], contents: ["m4", "edited", "m7", "m20"] });
  });

  it("come in larger pages up to the SDK's limit, and are bounded", async () => {
    const seen = await page().evaluate(() => scenes.messages.paging());
    expect(seen).toEqual({
      limits: [50, 100, 150, 200],
      atEnd: { count: 200, oldest: 801, hasMore: false },
      calls: 4,
      bounded: { count: 500, oldest: 1101, newest: 1600 },
    });
  });

  it("say why they did not come, and come when asked again", async () => {
    const seen = await page().evaluate(() => scenes.messages.errors());
    expect(seen).toEqual({
      failed: { message: "not found", status: 404 },
      again: { error: undefined, ids: [1, 2] },
    });
  });

  it("are asked for again when another process has signed in, and kept until they come", async () => {
    const seen = await page().evaluate(() => scenes.messages.replaced());
    expect(seen.between).toEqual([1, 2, 3]);
    expect(seen.unready).toBe(0);
    expect(seen.counts.slice(0, 2)).toEqual([3, 3]);
    expect(seen.after).toEqual([1, 3, 4]);
    expect(seen.ofAnother).toEqual({ ids: [], isLoading: true });
  });

  it("begin anew with another conversation", async () => {
    const seen = await page().evaluate(() => scenes.messages.changed());
    expect(seen.empty).toEqual({ ids: [], isLoading: true });
    expect(seen.mixed.length).toBeGreaterThan(0);
    expect(new Set(seen.mixed)).toEqual(new Set(["600: "]));
    expect(seen.cancelled).toBe(1);
    expect(seen.asked).toEqual(["2", 50]);
    expect(seen.ids).toEqual([30, 31, 32, 35]);
  });
});
