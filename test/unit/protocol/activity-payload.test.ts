import { describe, expect, it } from "vitest";
import { parseActivity, SendWindow } from "../../../lib/protocol/index.js";

describe("an activity of another player", () => {
  it("keeps the fields that this client shows", () => {
    const activity = {
      name: "Game",
      type: 5,
      status_display_type: 1,
      details: "Level 1",
      details_url: "https://a.test/d",
      state: "In a group",
      state_url: "https://a.test/s",
      timestamps: { start: 1, end: 2 },
      assets: { large_image: "map", small_text: "hero", invite_cover_image: "cover" },
      party: { id: "p1", size: [1, 2] as [number, number] },
      buttons: ["Watch"],
      supported_platforms: ["desktop"],
      application_id: "1",
      parent_application_id: "2",
      session_id: "s",
    };
    expect(parseActivity({ ...activity, id: "x", created_at: 5, flags: 2, secrets: { join: "no" } })).toEqual(
      activity,
    );
  });

  it.each<[object, object]>([
    [{}, {}],
    [{ name: 5, type: 7, status_display_type: "0", details: null }, {}],
    [
      { type: 1.5, timestamps: { start: -1, end: "2" }, assets: { large_image: 5 } },
      { timestamps: {}, assets: {} },
    ],
    [{ timestamps: 5, assets: [], party: null, buttons: "a", supported_platforms: {} }, {}],
    [{ party: { id: 5, size: [2, 1] } }, { party: {} }],
    [{ party: { size: [0, 1] } }, { party: {} }],
    [{ party: { size: [1] } }, { party: {} }],
    [{ party: { size: "12" } }, { party: {} }],
    [{ buttons: ["a", 5, null] }, { buttons: ["a"] }],
    [{ application_id: "x", parent_application_id: -1, session_id: 5 }, {}],
  ])("%j: wrong fields are skipped", (given, expected) => {
    expect(parseActivity(given)).toEqual({ name: "", type: 0, ...expected });
  });

  it.each([[null], [[]], ["x"], [5], [undefined]])("%j is not one", (value) => {
    expect(parseActivity(value)).toBeUndefined();
  });
});

describe("a send window", () => {
  it("computes the delay of the next one", () => {
    const window = new SendWindow(2, 100);
    for (const now of [0, 10]) {
      expect(window.wait(now)).toBe(0);
      window.count(now);
    }
    expect([window.wait(10), window.wait(99), window.wait(100)]).toEqual([90, 1, 0]);
    window.count(100);
    expect([window.wait(100), window.wait(110)]).toEqual([10, 0]);
  });
});
