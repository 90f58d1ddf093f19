import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { circlesOf } from "./circles.js";
import { files, importedFiles, includedFiles, root } from "./sources.js";

const TYPESCRIPT = ["lib", "platform", "packages", "test", "bench", "examples"];

describe("imports go round in no circle, types included", () => {
  it.each(TYPESCRIPT)("%s", (folder) => {
    const graph = new Map(files(folder, /\.ts$/).map((file) => [file, importedFiles(file)]));
    expect(circlesOf(graph)).toEqual([]);
  });

  it("native", () => {
    const sources = files("native", /\.(h|cc)$/).filter((file) => !file.startsWith("native/deps/"));
    const graph = new Map(sources.map((file) => [file, includedFiles(file)]));
    expect(circlesOf(graph)).toEqual([]);
  });
});

describe("the search for circles", () => {
  it("finds a circle of two, a longer one, and a file that imports itself", () => {
    const graph = { a: ["b"], b: ["a", "c"], c: ["d"], d: ["e"], e: ["c"], f: ["f"], g: ["a"] };
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual([["c", "d", "e"], ["a", "b"], ["f"]]);
  });

  it("sees every import of TypeScript", () => {
    const lost = ["lib", "platform", "packages"]
      .flatMap((folder) => files(folder, /\.ts$/))
      .flatMap((file) =>
        importedFiles(file)
          .filter((target) => !fs.existsSync(path.join(root, target)))
          .map((target) => `${file} ${target}`),
      );
    expect(lost).toEqual([]);
  });

  it("sees a type that is only exported again", () => {
    expect(importedFiles("platform/index.ts")).toContain("platform/domain/records/user/user.ts");
  });
});
