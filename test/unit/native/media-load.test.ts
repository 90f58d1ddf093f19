import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { watchMediaLoad, type MediaLoad } from "../../../lib/native/index.js";
import { FakeAddon } from "../../support/fake-native.js";

const LOAD: MediaLoad = { thread: 0, members: 9, tickMs: 18, lateTicks: 0, action: "reduced" };

describe("what is told about media threads", () => {
  it("reaches everybody who listens, until they end it", () => {
    const addon = new FakeAddon();
    const listener = vi.fn();
    const endFirst = watchMediaLoad(addon, listener);
    const endSecond = watchMediaLoad(addon, listener);
    addon.load(LOAD);
    expect(listener.mock.calls).toEqual([[LOAD], [LOAD]]);
    endFirst();
    endFirst();
    addon.load(LOAD);
    expect(listener).toHaveBeenCalledTimes(3);
    endSecond();
    addon.load(LOAD);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it("reaches the others when a listener throws, whose error is a warning", async () => {
    const addon = new FakeAddon();
    const listener = vi.fn();
    const warned = once(process, "warning") as Promise<[Error]>;
    watchMediaLoad(addon, () => {
      throw new Error("of a listener");
    });
    watchMediaLoad(addon, listener);
    addon.load(LOAD);
    expect(listener).toHaveBeenCalledOnce();
    const [warning] = await warned;
    expect(warning.message).toContain("a listener of media load threw: Error: of a listener");
  });
});
