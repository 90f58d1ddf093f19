// What a worker plays for bots on other machines.
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sourceRule } from "../../../packages/fleet/serving/source-rule.js";

let folder: string;
let outside: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "sdkpp-media-")));
  outside = realpathSync(mkdtempSync(path.join(tmpdir(), "sdkpp-outside-")));
  writeFileSync(path.join(folder, "song.ogg"), "song");
  writeFileSync(path.join(outside, "secret"), "secret");
  symlinkSync(path.join(outside, "secret"), path.join(folder, "link.ogg"));
});
afterAll(() => {
  for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
});

it("plays files of its media folders, bytes, and web addresses under the rule for them", () => {
  const [strict, open] = [false, true].map((allowPrivate) => sourceRule({ media: [folder], allowPrivate }));
  expect(strict!("song.ogg")).toBe(path.join(folder, "song.ogg"));
  expect(strict!(new URL(`file://${folder}/song.ogg`))).toBe(path.join(folder, "song.ogg"));
  expect(strict!("https://host.example/a.ogg")).toEqual({
    url: "https://host.example/a.ogg",
    allowPrivate: false,
  });
  expect(strict!({ url: "http://10.0.0.1/a", allowPrivate: true })).toMatchObject({ allowPrivate: false });
  expect(open!({ url: "http://10.0.0.1/a" })).toMatchObject({ allowPrivate: true });
  expect(open!({ url: "http://10.0.0.1/a", allowPrivate: false })).toMatchObject({ allowPrivate: false });
  const bytes = Uint8Array.of(1);
  expect(strict!(bytes)).toBe(bytes);
});

it.each([
  ["a file elsewhere", () => path.join(outside, "secret")],
  ["a way out", () => path.join(folder, "..", path.basename(outside), "secret")],
  ["a link that leads out", () => "link.ogg"],
  ["a folder", () => folder],
  ["no file", () => "none.ogg"],
  ["a zero byte", () => "song.ogg\0"],
])("refuses %s", (_what, named) => {
  expect(() => sourceRule({ media: [folder], allowPrivate: true })(named())).toThrow(
    /^source: expected a web address, bytes, or a file below a media folder/,
  );
});

it("starts no program", () => {
  expect(() => sourceRule({ media: [], allowPrivate: true })({ command: "sh", args: [] })).toThrow(
    /starts none/,
  );
});
