import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as sdkpp from "sdkpp";
import { blocksOf, fileOf, neededImports, splitImports, type Block } from "./guide-blocks.js";
import { root } from "./sources.js";

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

/** Pages of people who use the packages. */
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "platform/README.md",
  ...["docs/guides", "docs/platform"].flatMap((folder) => pagesOf(folder)),
];

function pagesOf(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`);
}

/** Drawings and lines of C++ show no program that anybody could copy. */
const isProgram = ({ language }: Block): boolean => !["mermaid", "cpp"].includes(language);
const isJavaScript = ({ language }: Block): boolean => ["js", "ts"].includes(language);

/** The text of an example, or of the examples in the documentation of a source file; tests run both. */
const programOf = (source: string): string =>
  flush(fs.readFileSync(path.join(root, fileOf(source)), "utf8").replaceAll(/^ \* ?/gm, ""));

/** A part of a function stands at the margin in a guide. */
const flush = (code: string): string => code.replaceAll(/^ +/gm, "");
const inOneLine = (code: string): string => code.replaceAll(/\s+/g, " ").replaceAll(/, }/g, " }");

const blocks = PAGES.flatMap((page) => blocksOf(page)).filter(isProgram);
const excerpts = blocks.filter(({ source }) => source !== undefined);

describe("a block of code in a page", () => {
  it("names the program that it is from, or what runs it", () => {
    expect(blocks.length).toBeGreaterThan(60);
    const homeless = blocks.filter(({ source, runBy }) => source === undefined && !isRunner(runBy ?? ""));
    expect(homeless.map(({ page, code }) => `${page}: ${code.split("\n")[0]!}`)).toEqual([]);
  });

  it("is a whole program when it is no part of one", () => {
    const whole = blocks.filter((block) => block.source === undefined && isJavaScript(block));
    expect(whole.filter(({ code }) => splitImports(code.replace(/^\/\/.*\n/, "")).imports === "")).toEqual(
      [],
    );
  });

  it.each(excerpts)("of $page shows $source as it runs in tests", ({ source = "", code }) => {
    const { body } = splitImports(code);
    expect(programOf(source)).toContain(flush(body));
  });

  it.each(excerpts)("of $page shows the imports that it needs of $source", ({ source = "", code }) => {
    const { imports, body } = splitImports(code);
    expect(inOneLine(imports)).toBe(inOneLine(neededImports(source, body, Object.keys(sdkpp))));
  });
});

/** A test, a script of the package, or the whole of the checks. */
function isRunner(name: string): boolean {
  const [, script] = /^npm run ([\w:]+)$/.exec(name) ?? [];
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return script === undefined ? name !== "" && fs.existsSync(path.join(root, name)) : script in scripts;
}
