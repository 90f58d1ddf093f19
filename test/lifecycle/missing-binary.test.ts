import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

describe("a package without a binary for this system", () => {
  it("names every path it tried and the command that builds", () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdkpp-bare-")));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const copy = join(folder, "node_modules", "sdkpp");
    mkdirSync(copy, { recursive: true });
    for (const part of ["dist", "package.json"])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    for (const name of ["ws", "node-gyp-build"])
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
    expect(message).toMatch(/ {2}node-gyp-build: No native build was found for platform=\S+ arch=\S+/);
    for (const place of ["build/Release", "build/Debug", `prebuilds/${triple}`])
      expect(message).toContain(`  ${join(copy, place, "sdkpp.node")}: not found\n`);
    for (const place of ["", `prebuilds/${triple}`])
      expect(message).toContain(`  ${join(process.execPath, "..", place, "sdkpp.node")}: not found\n`);
    expect(message).toContain("SDKPP_ADDON");
    expect(message).toMatch(/npm install --no-save cmake-js@\S+ .*build-native\.mjs/);
  });
});
