import path from "node:path";
import { describe, expect, it } from "vitest";
import { ALONE, CALLS, SHARED } from "../shared-process.js";
import { files, importedFiles, imports, read } from "./sources.js";

const TEST = /\.test\.ts$/;
const ofTests = new Set(files("test", /\.ts$/));
const testsIn = (folders: readonly string[]): string[] => folders.flatMap((folder) => files(folder, TEST));
const inFolders = testsIn([...SHARED, ...CALLS]).sort();

/** The tests' own modules that a file imports, and those that these import. */
function supportOf(file: string, known = new Set<string>()): Set<string> {
  for (const one of importedFiles(file).map(path.posix.normalize))
    if (ofTests.has(one) && !known.has(one)) supportOf(one, known.add(one));
  return known;
}

/** The files of folders that share a process, and all that they import. */
const modulesOf = (folders: readonly string[]): string[] => {
  const shared = testsIn(folders).filter((file) => !ALONE.includes(file));
  return [...new Set(shared.flatMap((file) => [file, ...supportOf(file)]))].sort();
};

/** Programs that a test checks stand in template literals. */
const withoutTemplates = (text: string): string => text.replaceAll(/`[^`]*`/g, "``");

type Rule = readonly [what: string, isFound: (file: string, text: string) => boolean];

/** What a file may not have in a process whose other files make no calls. Types are gone when it runs. */
const WITHOUT_CALLS: readonly Rule[] = [
  [
    "the SDK, which loads the addon",
    (_file, text) => /^import (?!type)[^;`]*"sdkpp(?:\/voice)?"/m.test(withoutTemplates(text)),
  ],
  ["people who talk", (file) => imports(file).includes("@sdkpp/testing")],
];

/** What a file may not have when its process is not its own. */
const FORBIDDEN: readonly Rule[] = [
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
  ["threads of the process", (file) => imports(file).some((name) => name.endsWith("/media-threads.js"))],
];

const breaks = (rules: readonly Rule[], file: string): boolean =>
  rules.some(([, isFound]) => isFound(file, read(file)));

describe("files that share a process", () => {
  it.each([
    ...WITHOUT_CALLS.map((rule) => [...rule, SHARED] as const),
    ...FORBIDDEN.map((rule) => [...rule, [...SHARED, ...CALLS]] as const),
  ])("have no %s", (_what, isFound, folders) => {
    expect(modulesOf(folders).filter((file) => isFound(file, read(file)))).toEqual([]);
  });

  it("are in folders without those that need their own, each of which is there", () => {
    expect(ALONE.filter((file) => !inFolders.includes(file))).toEqual([]);
    const rulesOf = (file: string) =>
      CALLS.some((folder) => file.startsWith(`${folder}/`)) ? FORBIDDEN : [...WITHOUT_CALLS, ...FORBIDDEN];
    const needless = ALONE.filter(
      (file) => ![file, ...supportOf(file)].some((one) => breaks(rulesOf(file), one)),
    );
    expect(needless).toEqual([]);
  });
});
