// The program in C# of the guide, compiled and run by Mono below a platform with people.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const TESTING = path.join(root, "packages/testing/dist/bundle/cli.js");
const run = promisify(execFile);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-csharp-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it("C# hears who speaks, after a cut and in a restored world, too", async () => {
  const program = path.join(folder, "Voice.exe");
  const source = path.join(root, "examples/other-languages/Voice.cs");
  const libraries = ["System.Net.Http", "System.Web.Extensions", "Microsoft.CSharp"].map(
    (name) => `-r:${name}`,
  );
  await run("mcs", [...libraries, `-out:${program}`, source]);
  const speech = path.join(root, "examples/demo/speech.wav");
  const { stdout } = await run(process.execPath, [TESTING, "exec", "--", "mono", program, speech]);
  expect(stdout).toMatch(/^(?:ben hears ada for \d.*\n){3}cyd does not hear ada: cyd is not in a call/);
});
