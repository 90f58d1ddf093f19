import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const guide = fs.readFileSync(path.join(root, "docs/guides/adding-a-feature.md"), "utf8");
const files = ["lib", "platform", "test"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => !/\/(dist|node_modules)\//.test(name)),
);

it("the guide to adding a feature names existing files", () => {
  const named = [...guide.matchAll(/`([\w./-]+\.ts)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`) || file === name))).toEqual(
    [],
  );
});

/** What a guide shows, with the program that the paragraph before it names. */
function shownBy(name: string): { readonly source: string | undefined; readonly code: string }[] {
  const text = fs.readFileSync(path.join(root, `docs/guides/${name}.md`), "utf8");
  const blocks = text.matchAll(/(?:^From \[([\w./-]+)\].*\n\n)?^```(?:js|ts)\n([^]+?)^```/gm);
  return [...blocks].map(([, source, code = ""]) => ({ source, code: flush(code) }));
}

/** The text of an example, or of the examples in the documentation of a source file; tests run both. */
function programOf(source: string): string {
  const file = source.endsWith(".ts") ? source : `${source}/main.mjs`;
  return flush(fs.readFileSync(path.join(root, file), "utf8").replaceAll(/^ \* ?/gm, ""));
}

/** A part of a function stands at the margin in a guide. */
function flush(code: string): string {
  return code.replaceAll(/^ +/gm, "");
}

it.each([
  "accounts",
  "desktop-presence",
  "editing-audio-safely",
  "friends",
  "from-cpp",
  "from-discordjs-voice",
  "linked-channels",
  "lobby-chat-and-voice",
  "presence-and-invites",
  "testing",
])("the guide %s shows programs as they run in tests", (name) => {
  const shown = shownBy(name).filter(({ source }) => source !== undefined);
  expect(shown.length).toBeGreaterThan(0);
  for (const { source = "", code } of shown) expect(programOf(source), source).toContain(code);
});

it.each(["accounts", "friends", "linked-channels", "lobby-chat-and-voice", "presence-and-invites"])(
  "the guide %s shows nothing else",
  (name) => {
    expect(shownBy(name).filter(({ source }) => source === undefined)).toEqual([]);
  },
);
