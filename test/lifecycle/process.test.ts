import { cpSync, mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { Client } from "sdkpp";
import { runProgram } from "./run-program.js";

const ROOT = resolve(import.meta.dirname, "../..");
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

describe("a process with a running call", () => {
  it.each([
    ["that exits", "exit", 0],
    ["that ends by an uncaught error", "throw", 1],
    ["that destroys its clients", "natural", 0],
    ["that closes everything twice", "twice", 0],
    ["that exits inside an audio callback", "callback", 0],
  ])("%s ends with its own code", async (_claim, ending, code) => {
    const ended = await runProgram("exit-in-call", { args: [ending] });
    expect(ended).toMatchObject({ code, signal: null, out: "connected true\n" });
    expect(ended.err).toEqual(code === 0 ? "" : expect.stringContaining("on purpose"));
  });

  it("is not held open by a destroyed or an idle client", async () => {
    const platform = await startPlatform();
    undo.push(() => platform.stop());
    const { apiBase, webBase, ca } = platform.endpoints;
    const { applicationId, userIds } = platform.seeded;
    const scopes = Client.getDefaultCommunicationScopes();
    const token = platform.control.issueTokens(applicationId, userIds[0], scopes).access_token;
    const facts = JSON.stringify({ apiBase, webBase, ca, tokens: [token] });
    const ended = await runProgram("idle", { args: [facts] });
    expect(ended).toEqual({ code: 0, signal: null, out: "destroyed false true\n", err: "" });
  });
});

describe("worker threads", () => {
  it("one is terminated in mid-call and the main thread talks on; two load the addon at once", async () => {
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
  it("end without a word, at whatever moment of a tick", async () => {
    const ended = await runProgram("terminated", { args: ["6"] });
    expect(ended).toEqual({ code: 0, signal: null, out: "6 terminated\n", err: "" });
  });
});

describe("a call whose input changes thousands of times in one turn", () => {
  it("frees nothing that is still written to", async () => {
    const ended = await runProgram("many-inputs");
    expect(ended).toEqual({ code: 0, signal: null, out: "alive\n", err: "" });
  });
});

describe("1,000 native sessions", () => {
  it("come and go, closed or collected, and leave no memory behind", async () => {
    const ended = await runProgram("create-destroy", { flags: ["--expose-gc"], limitMs: 28_000 });
    expect(ended).toMatchObject({ code: 0, signal: null, err: "" });
    const { grownKiB, live } = JSON.parse(ended.out) as { grownKiB: number; live: number };
    expect(live).toBeLessThan(20);
    // A session is some 100 KiB and more: a leak of each would be 100 MiB.
    expect(grownKiB).toBeLessThan(8 * 1024);
  });
});

describe("two platforms in one process", () => {
  it("run side by side, and one stops without the other", async () => {
    const [one, two] = await Promise.all([startPlatform(), startPlatform()]);
    undo.push(() => two.stop());
    expect(one.endpoints.apiBase).not.toBe(two.endpoints.apiBase);
    await one.stop();
    expect((await fetch(`${two.endpoints.apiBase}/v10/gateway`)).status).toBe(200);
    await expect(fetch(`${one.endpoints.apiBase}/v10/gateway`)).rejects.toThrow();
  });
});

describe("a package without a binary for this system", () => {
  it("names every path it tried and the command that builds", () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdkpp-bare-")));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const copy = join(folder, "node_modules", "sdkpp");
    mkdirSync(copy, { recursive: true });
    for (const part of ["dist", "package.json"])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    for (const name of ["node-gyp-build", "ws"])
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
    const script = `
      import { loadAddon } from ${JSON.stringify(join(copy, "dist/native/index.js"))};
      try { loadAddon(); } catch (error) { console.log(JSON.stringify({ code: error.code, message: error.message })); }`;
    const done = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder,
      encoding: "utf8",
    });
    const { code, message } = JSON.parse(done.stdout) as { code: string; message: string };
    const triple = `${process.platform}-${process.arch}`;
    expect(code).toBe("NATIVE_NOT_FOUND");
    for (const path of ["build/Release", "build/Debug", `prebuilds/${triple}`])
      expect(message).toContain(join(copy, path, "*.node"));
    expect(message).toContain(join(process.execPath, "..", "prebuilds", triple));
    expect(message).toMatch(/npm install --no-save cmake-js@\S+ .*build-native\.mjs/);
  });
});
