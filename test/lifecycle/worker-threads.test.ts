import { describe, expect, it } from "vitest";
import { runProgram } from "./run-program.js";

describe("worker threads", () => {
  it("one is terminated during a call and the main thread keeps talking; two load the addon at once", async () => {
    const ended = await runProgram("workers");
    expect(ended).toEqual({
      code: 0,
      signal: null,
      out: "terminated 1\nthe next worker heard, Connected\nboth workers ended 0 0\n",
      err: "",
    });
  });
});

describe("workers that are terminated while an audio callback runs", () => {
  it("end silently, at any moment of a tick", async () => {
    const ended = await runProgram("terminated", { args: ["6"] });
    expect(ended).toEqual({ code: 0, signal: null, out: "6 terminated\n", err: "" });
  });
});

describe("an addon that only a worker loaded", () => {
  it("stays loaded after the worker has ended: its threads and memory belong to the process", async () => {
    const ended = await runProgram("only-in-a-worker");
    expect(ended).toEqual({ code: 0, signal: null, out: "the worker ended, the addon is loaded\n", err: "" });
  });
});

describe("players", () => {
  it("end with their worker and with the process, whatever they play", async () => {
    const ended = await runProgram("players");
    expect(ended).toEqual({ code: 0, signal: null, out: "terminated 1\nplaying\n", err: "" });
  });
});

describe("streams of bytes", () => {
  it("end with their worker and with the process, while they are decoded", async () => {
    const ended = await runProgram("streams");
    expect(ended).toEqual({ code: 0, signal: null, out: "terminated 1\nstarted\n", err: "" });
  });
});
