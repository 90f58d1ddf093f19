import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActivityRefusal, readActivity } from "../../../platform/domain/rules/presence/read-activity.js";
import { flagsOf, publicActivity } from "../../../platform/domain/views/presence/activity.js";

const judged = (given: object) => readActivity({ type: 0, ...given }, "Game");
const read = (given: object) => {
  const fields = judged(given);
  return fields instanceof ActivityRefusal ? undefined : fields;
};
const text = (length: number): string => "x".repeat(length);
const url = (length: number): string => "https://".padEnd(length, "x");

describe("an activity of op 3", () => {
  it("has the application's name unless it has its own", () => {
    expect(read({})).toEqual({ name: "Game", type: 0 });
    expect(read({ name: "Mine" })).toEqual({ name: "Mine", type: 0 });
  });

  it("keeps all known fields and drops others; null means absent", () => {
    const whole = {
      name: "Mine",
      type: 3,
      status_display_type: 2,
      details: "Capture the flag",
      details_url: "https://game.test/d",
      state: "In a group",
      state_url: "http://game.test/s",
      timestamps: { start: 1, end: 2 },
      assets: { large_image: "map", large_text: "Map", large_url: "https://a.test/1", small_image: "hero" },
      party: { id: "p1", size: [1, 5] as [number, number], privacy: 1 },
      secrets: { join: "secret" },
      buttons: ["Watch"],
      metadata: { button_urls: ["https://a.test"] },
      supported_platforms: ["desktop", "ps5"],
      instance: true,
    };
    expect(read(whole)).toEqual(whole);
    expect(read({ ...whole, state: null, assets: null, id: "1", application_id: "9", flags: 64 })).toEqual({
      ...whole,
      state: undefined,
      assets: undefined,
    });
  });

  it("lower-cases the key of an uploaded picture but not a URL", () => {
    expect(read({ assets: { large_image: "MAP", small_image: "https://a.test/B.png" } })?.assets).toEqual({
      large_image: "map",
      small_image: "https://a.test/B.png",
    });
  });

  it("has a URL only if it is a stream", () => {
    expect(read({ type: 1, url: "https://a.test" })?.url).toBe("https://a.test");
    expect(read({ url: "https://a.test" })).not.toHaveProperty("url");
  });

  it.each<[string, (value: unknown) => object, unknown[], unknown[]]>([
    ["name", (name) => ({ name }), [text(1), text(128)], ["", text(129), 5]],
    ["type", (type) => ({ type }), [0, 6, null], [-1, 7, 1.5, "0"]],
    ["status_display_type", (value) => ({ status_display_type: value }), [0, 2], [-1, 3, true]],
    ["details", (details) => ({ details }), [text(2), text(128)], [text(1), text(129), {}]],
    ["state", (state) => ({ state }), [text(2), text(128)], [text(1), text(129)]],
    ["details_url", (value) => ({ details_url: value }), [url(10), url(256)], [url(257), "ftp://a", "x"]],
    ["state_url", (value) => ({ state_url: value }), [url(256)], [url(257), "javascript:0", "https:///"]],
    ["start", (start) => ({ timestamps: { start } }), [0, 2 ** 53 - 1], [-1, 2 ** 53, 1.5, "1"]],
    ["end", (end) => ({ timestamps: { end } }), [0], [-1]],
    ["timestamps", (timestamps) => ({ timestamps }), [{}], [[], 5]],
    ["large_image", (v) => ({ assets: { large_image: v } }), [text(1), text(313)], ["", text(314)]],
    ["small_image", (v) => ({ assets: { small_image: v } }), [text(1), text(313)], ["", text(314)]],
    ["cover", (v) => ({ assets: { invite_cover_image: v } }), [text(1), text(313)], ["", text(314)]],
    ["large_text", (v) => ({ assets: { large_text: v } }), [text(2), text(128)], [text(1), text(129)]],
    ["small_text", (v) => ({ assets: { small_text: v } }), [text(2), text(128)], [text(1), text(129)]],
    ["large_url", (v) => ({ assets: { large_url: v } }), [url(256)], [url(257), "map"]],
    ["small_url", (v) => ({ assets: { small_url: v } }), [url(256)], [url(257), "map"]],
    ["party id", (id) => ({ party: { id } }), [text(2), text(128)], [text(1), text(129)]],
    [
      "party size",
      (size) => ({ party: { size } }),
      [
        [1, 1],
        [2, 3],
      ],
      [[0, 1], [2, 1], [1], [1, 2, 3], 5, [1, 2.5], ["1", "2"]],
    ],
    ["privacy", (privacy) => ({ party: { privacy } }), [0, 1], [2, -1]],
    ["join", (join) => ({ secrets: { join } }), [text(2), text(128)], [text(1), text(129)]],
    [
      "buttons",
      (labels) => ({
        buttons: labels,
        metadata: { button_urls: Array.isArray(labels) ? labels.map(() => url(512)) : labels },
      }),
      [[], [text(1), text(32)]],
      [[""], [text(33)], ["a", "b", "c"], "a", [null]],
    ],
    [
      "button urls",
      (urls) => ({ buttons: ["a"], metadata: { button_urls: urls } }),
      [[url(512)]],
      [[url(513)], [""], ["x"], [], null, [url(9), url(9)]],
    ],
    [
      "platforms",
      (value) => ({ supported_platforms: value }),
      [[], ["ios", "android"], Array.from({ length: 10 }, () => "xbox")],
      [["switch"], ["toString"], Array.from({ length: 11 }, () => "xbox"), [1]],
    ],
  ])("%s", (_name, give, good, bad) => {
    for (const value of good) expect(read(give(value)), JSON.stringify(value)).toBeDefined();
    for (const value of bad) expect(read(give(value)), JSON.stringify(value)).toBeUndefined();
  });

  it.each<[object, string, string]>([
    [{ details: text(129) }, "details", "a text of 2 to 128 characters"],
    [{ assets: { large_url: "map" } }, "assets.large_url", "an http or https address"],
    [{ party: { size: [3, 2] } }, "party.size", "[current, max] with 1 <= current <= max <= 2147483647"],
    [{ buttons: ["a", "b", "c"] }, "buttons", "a list of at most 2"],
    [
      { buttons: ["a"], metadata: { button_urls: ["x"] } },
      "metadata.button_urls.0",
      "an http or https address",
    ],
    [{ status_display_type: 3 }, "status_display_type", "a whole number from 0 to 2"],
  ])("%j names its field and the limit", (given, path, expected) => {
    expect(judged(given)).toEqual(new ActivityRefusal(path, expected));
  });

  it("never throws, and reading an accepted activity again changes nothing", () => {
    const names = fc.constantFrom("name", "type", "details", "assets", "party", "size", "buttons", "secrets");
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
    fc.assert(
      fc.property(fc.oneof(value, fc.dictionary(names, value)), (given) => {
        const facts = readActivity(given, "Game");
        if (!(facts instanceof ActivityRefusal)) expect(readActivity(facts, "Game")).toEqual(facts);
      }),
      { numRuns: 500 },
    );
  });

  it("hides secrets, button URLs and who may join from others", () => {
    const facts = read({
      party: { id: "p1", privacy: 1 },
      secrets: { join: "secret" },
      buttons: ["Watch"],
      metadata: { button_urls: ["https://a.test"] },
    })!;
    expect(publicActivity(facts)).toEqual({ name: "Game", type: 0, party: { id: "p1" }, buttons: ["Watch"] });
  });

  it.each([
    [{}, 0],
    [{ instance: true }, 1],
    [{ secrets: { join: "secret" } }, 0],
    [{ secrets: { join: "secret" }, party: { id: "p1" } }, 2],
    [{ secrets: { join: "secret" }, party: { id: "p1" }, instance: true }, 3],
  ])("%j has the flags %i", (given, flags) => {
    expect(flagsOf(read(given)!)).toBe(flags);
  });
});
