import { attemptRemap, patchUrlMappings, type UrlMapping } from "sdkpp/activities";
import { describe, expect, it } from "vitest";

const PAGE = "https://1.proxy.example/game/index.html?a=1#top";
const MAPPINGS: readonly UrlMapping[] = [
  { prefix: "/wide/{label}", target: "{label}.foo.com" },
  { prefix: "/foo", target: "foo.com" },
  { prefix: "/deep/{which}", target: "foo.com/maps/{which}" },
  { prefix: "/exact", target: "bar.foo.com" },
  { prefix: "/", target: "home.example:8080" },
  { prefix: "/twice/{a}", target: "{a}.{a}.example" },
  { prefix: "/shard-{n}", target: "s{n}-eu.game.example" },
];
const remap = (url: string, more: object = {}, mappings = MAPPINGS, page = PAGE): string =>
  attemptRemap({ url: new URL(url), mappings, page: new URL(page), ...more }).href;

describe("attemptRemap", () => {
  it.each([
    ["https://foo.com", "https://1.proxy.example/foo/"],
    ["http://FOO.com/a/b?c=d#e", "https://1.proxy.example/foo/a/b?c=d#e"],
    ["wss://foo.com/live", "wss://1.proxy.example/foo/live"],
    ["ws://foo.com/live", "wss://1.proxy.example/foo/live"],
    ["https://foo.com/maps/eu/1.png", "https://1.proxy.example/deep/eu/1.png"],
    ["https://foo.com/maps/eu", "https://1.proxy.example/deep/eu"],
    ["https://foo.com/maps", "https://1.proxy.example/foo/maps"],
    ["https://baz.foo.com/x", "https://1.proxy.example/wide/baz/x"],
    ["https://bar.foo.com/x", "https://1.proxy.example/exact/x"],
    ["http://home.example:8080/x", "https://1.proxy.example/x"],
    ["https://a.a.example/x", "https://1.proxy.example/twice/a/x"],
    ["https://s7-eu.game.example/x", "https://1.proxy.example/shard-7/x"],
    ["https://foo.com/a%2Fb/%7B", "https://1.proxy.example/foo/a%2Fb/%7B"],
  ])("maps %s to %s, by the most specific target", (url, result) => {
    expect(remap(url)).toBe(result);
    expect(remap(url, {}, MAPPINGS.toReversed())).toBe(result);
  });

  it.each([
    "https://other.com/foo.com",
    "https://foo.com:8443/",
    "https://xfoo.com/",
    "https://a.b.foo.com/",
    "https://a.b.example/",
    "https://1.proxy.example/foo",
    "data:text/plain,foo.com",
    "blob:https://foo.com/1",
  ])("leaves %s", (url) => {
    const given = new URL(url);
    expect(attemptRemap({ url: given, mappings: MAPPINGS, page: new URL(PAGE) })).toBe(given);
  });

  it("adds the older prefix when asked, also to the page's own addresses, once", () => {
    const older = (url: string): string => remap(url, { proxyPrefix: true });
    expect(older("https://foo.com/a?b")).toBe("https://1.proxy.example/.proxy/foo/a?b");
    expect(older("https://1.proxy.example/x")).toBe("https://1.proxy.example/.proxy/x");
    expect(older("https://1.proxy.example/.proxy/x")).toBe("https://1.proxy.example/.proxy/x");
    expect(older("https://other.com/")).toBe("https://other.com/");
  });

  it("speaks the protocol of the page", () => {
    const page = "http://1.localhost:3000/";
    expect(remap("https://foo.com/a", {}, MAPPINGS, page)).toBe("http://1.localhost:3000/foo/a");
    expect(remap("wss://foo.com/a", {}, MAPPINGS, page)).toBe("ws://1.localhost:3000/foo/a");
  });

  it.each([
    [null, "mappings: expected a list, received null"],
    [[null], "mappings[0].prefix: expected a path that begins with /, received undefined"],
    [
      [{ prefix: "foo", target: "foo.com" }],
      'mappings[0].prefix: expected a path that begins with /, received "foo"',
    ],
    [[{ prefix: "/", target: "/foo" }], 'mappings[0].target: expected a host, received "/foo"'],
    [
      [{ prefix: "/", target: "https://foo.com" }],
      "mappings[0].target: expected an address without a protocol",
    ],
    [
      [MAPPINGS[0], { prefix: "/{a}", target: "{b}.com" }],
      'mappings[1].prefix: expected parameters of the target, received "{a}"',
    ],
  ])("rejects %j", (mappings, message) => {
    expect(() => remap("https://foo.com", {}, mappings as never)).toThrow(message);
    expect(() => patchUrlMappings(mappings as never)).toThrow(message);
  });

  it("patches nothing without a page", () => {
    const before = globalThis.fetch;
    expect(() => patchUrlMappings(MAPPINGS)).toThrow("expected a page");
    expect(globalThis.fetch).toBe(before);
  });
});
