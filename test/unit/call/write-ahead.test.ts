import { describe, expect, it } from "vitest";
import { WriteAhead } from "../../../lib/call/keeping/write-ahead.js";
import type { CallGuard } from "../../../lib/call/keeping/call-guard.js";

/** Writes when the test says so. */
class Guard implements CallGuard {
  readonly #writes: (() => void)[] = [];

  changed(): void {
    return undefined;
  }
  written(): Promise<void> {
    return new Promise((resolve) => this.#writes.push(resolve));
  }
  hasStalled(): boolean {
    return false;
  }
  isOurs(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async write(at = 0): Promise<void> {
    this.#writes.splice(at, 1)[0]?.();
    await Promise.resolve();
  }
}

describe("what is said to the voice gateway", () => {
  it("waits for nothing when the call is not kept", () => {
    const said: number[] = [];
    new WriteAhead(undefined).say(true, () => said.push(1));
    expect(said).toEqual([1]);
  });

  it("waits for what it binds to, and keeps its order", async () => {
    const guard = new Guard();
    const ahead = new WriteAhead(guard);
    const said: number[] = [];
    ahead.say(false, () => said.push(1));
    ahead.say(true, () => said.push(2));
    ahead.say(false, () => said.push(3));
    ahead.say(true, () => said.push(4));
    expect(said).toEqual([1]);
    await guard.write(1);
    expect(said).toEqual([1]);
    await guard.write();
    expect(said).toEqual([1, 2, 3, 4]);
    ahead.say(false, () => said.push(5));
    expect(said).toEqual([1, 2, 3, 4, 5]);
  });

  it("is not said any more in another session", async () => {
    const guard = new Guard();
    const ahead = new WriteAhead(guard);
    const said: number[] = [];
    ahead.say(true, () => said.push(1));
    ahead.clear();
    ahead.say(false, () => said.push(2));
    await guard.write();
    expect(said).toEqual([2]);
  });
});
