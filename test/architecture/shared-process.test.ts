import path from "node:path";
import { describe, expect, it } from "vitest";
import { ALONE, SHARED } from "../shared-process.js";
import { files, importedFiles, imports, read } from "./sources.js";

const TEST = /\.test\.ts$/;
const ofTests = new Set(files("test", /\.ts$/));
const inFolders = SHARED.flatMap((folder) => files(folder, TEST)).sort();
const shared = inFolders.filter((file) => !ALONE.includes(file));

/** The tests' own modules that a file imports, and those that these import. */
function supportOf(file: string, known = new Set<string>()): Set<string> {
  for (const one of importedFiles(file).map(path.posix.normalize))
    if (ofTests.has(one) && !known.has(one)) supportOf(one, known.add(one));
  return known;
}

const modules = [...new Set(shared.flatMap((file) => [file, ...supportOf(file)]))].sort();

/** Programs that a test checks stand in template literals. */
const withoutTemplates = (text: string): string => text.replaceAll(/`[^`]*`/g, "``");

/** What a file may not have, when its process is not its own. Types are gone when it runs. */
const FORBIDDEN: readonly [what: string, isFound: (file: string, text: string) => boolean][] = [
  [
    "the SDK, which loads the addon",
    (_file, text) => /^import (?!type)[^;`]*"sdkpp(?:\/voice)?"/m.test(withoutTemplates(text)),
  ],
  ["people who talk", (file) => imports(file).includes("@sdkpp/testing")],
  ["members that it replaces", (_file, text) => /\bvi\.(?:spyOn|mock|stub|useFake)/.test(text)],
  ["listeners of the process", (_file, text) => /\bprocess\.(?:on|once|prependListener)\(/.test(text)],
  ["another working folder", (_file, text) => /\bprocess\.chdir\(/.test(text)],
  [
    "another environment",
    (_file, text) => /\bprocess\.env(?:\.\w+|\[[^\]]+\]) \??=[^=]|delete process\.env/.test(text),
  ],
  [
    "hooks of an imported module",
    (file, text) => !TEST.test(file) && /^(?:before|after)(?:Each|All)\(/m.test(text),
  ],
];

const isForbidden = (file: string): boolean => FORBIDDEN.some(([, isFound]) => isFound(file, read(file)));

describe("files that share a process", () => {
  it.each(FORBIDDEN)("have no %s", (_what, isFound) => {
    expect(modules.filter((file) => isFound(file, read(file)))).toEqual([]);
  });

  it("are in folders without those that need their own, each of which is there", () => {
    expect(ALONE.filter((file) => !inFolders.includes(file))).toEqual([]);
    const needless = ALONE.filter((file) => ![file, ...supportOf(file)].some(isForbidden));
    expect(needless).toEqual([]);
  });
});
