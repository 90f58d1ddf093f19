import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { HOSTS } from "../../scripts/targets/hosts.mjs";
import { prebuiltFile, TARGETS, targetNamed } from "../../scripts/targets/table.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const names = TARGETS.map(({ name }) => name);

/** First column and the rest of each row of the page's table. */
function rowsOfPage(): Map<string, string> {
  const text = fs.readFileSync(path.join(root, "docs/guides/where-it-runs.md"), "utf8");
  const rows = [...text.matchAll(/^\| `((?:win32|linux|darwin)-[\w-]+)` +\|(.*)$/gm)];
  return new Map(rows.map(([, name = "", rest = ""]) => [name, rest]));
}

describe("the targets", () => {
  test("are the same seven on the page of what runs where", () => {
    expect([...rowsOfPage().keys()].sort()).toEqual([...names].sort());
    expect(names).toHaveLength(7);
  });

  test("the page claims native tests only where a host runs them", () => {
    const claimed = [...rowsOfPage()].filter(([, rest]) => !rest.split("|")[1]?.includes("never run"));
    expect(claimed.length).toBeGreaterThan(0);
    expect(Object.keys(HOSTS)).toEqual(expect.arrayContaining(claimed.map(([name]) => name)));
  });

  test("the page names the oldest system of each", () => {
    const rows = rowsOfPage();
    for (const { name, oldest } of TARGETS)
      if (oldest !== undefined) expect(rows.get(name)).toContain(oldest.replace(/\.0$/, ""));
  });

  test("each has a file of its own, where the loader looks", () => {
    const files = TARGETS.map((target) => prebuiltFile(target).replaceAll("\\", "/"));
    expect(new Set(files).size).toBe(7);
    for (const file of files) expect(file).toMatch(/^prebuilds\/\w+-\w+\/sdkpp(\.(glibc|musl))?\.node$/);
  });

  test("an unknown name is an error that lists the known ones", () => {
    expect(() => targetNamed("linux-mips")).toThrow(
      `--target: expected ${names.join(", ")} or all, received linux-mips`,
    );
  });
});
