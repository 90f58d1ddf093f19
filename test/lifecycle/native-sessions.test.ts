import { describe, expect, it } from "vitest";
import { runProgram } from "./run-program.js";

describe("a call whose input changes thousands of times in one turn", () => {
  it("frees nothing that is still in use", async () => {
    const ended = await runProgram("many-inputs");
    expect(ended).toEqual({ code: 0, signal: null, out: "alive\n", err: "" });
  });
});

describe("1,000 native sessions", () => {
  it("come and go, closed or collected, and leave no memory behind", async () => {
    const ended = await runProgram("create-destroy", { flags: ["--expose-gc"] });
    expect(ended).toMatchObject({ code: 0, signal: null, err: "" });
    const { grownKiB, live } = JSON.parse(ended.out) as { grownKiB: number; live: number };
    expect(live).toBeLessThan(20);
    // A session is some 100 KiB and more: a leak of each would be 100 MiB each time. The system's allocator keeps up to
    // half of that when both processors are busy, once.
    expect(grownKiB).toBeLessThan(20 * 1024);
  });
});
