import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { DeadlineTimer, defaultUserAgent, openInBrowser, PACKAGE_VERSION } from "../../../lib/net/index.js";
import { VirtualClock } from "../../support/virtual-clock.js";

describe("the deadline timer", () => {
  it("keeps the newest timer only", () => {
    const clock = new VirtualClock();
    const fired: number[] = [];
    const timer = new DeadlineTimer(clock, () => fired.push(clock.now()));
    timer.set(clock.now() + 100);
    timer.set(clock.now() + 50);
    timer.set(clock.now() + 50);
    clock.advance(200);
    expect(fired).toEqual([1050]);
    timer.set(clock.now() + 10);
    timer.set(undefined);
    clock.advance(20);
    expect([fired.length, clock.pending]).toEqual([1, 0]);
  });

  it("reads pending input first after the thread was blocked", () => {
    const clock = new VirtualClock();
    const order: string[] = [];
    const timer = new DeadlineTimer(clock, () => order.push("deadline"));
    timer.set(clock.now() + 10);
    clock.stall(60_000);
    clock.schedule(0, () => order.push("input"));
    clock.advance(0);
    expect(order).toEqual(["input", "deadline"]);
  });
});

describe("details", () => {
  it("names the package's version", () => {
    const { version } = createRequire(import.meta.url)("sdkpp/package.json") as { version: string };
    expect(PACKAGE_VERSION).toBe(version);
    expect(defaultUserAgent()).toMatch(new RegExp(`^sdkpp-node/${version} \\(\\w+; \\w+\\)$`));
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "--help", "calc.exe"])(
    "does not open %s",
    async (url) => {
      await expect(openInBrowser(url)).rejects.toThrow(TypeError);
    },
  );
});
