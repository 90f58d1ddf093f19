// A comment that cites a section helps nobody unless a page says what the section is about.
import { expect, it } from "vitest";
import { files, read } from "./sources.js";

const CITED = /\b(?:[HGR]§\d+(?:\.\d+)?|voice-(?:transport|e2ee) \d+(?:\.\d+)?)/g;

it("every section that a comment cites is on the page of sources", () => {
  const rows = new Set(
    [...read("docs/sources.md").matchAll(/^\| (\S+(?: [\d.]+)?) +\|/gm)].map(([, name]) => name),
  );
  const cited = ["lib", "platform", "native/core", "native/addon", "native/device"]
    .flatMap((folder) => files(folder, /\.(?:ts|cc|h|def)$/))
    .flatMap((file) => [...read(file).matchAll(CITED)].map(([name]) => ({ file, name })));
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ name }) => !rows.has(name))).toEqual([]);
});
