// Statements of pages about the platform are true: members of `control`, options, routes, and missing parts.
import fs from "node:fs";
import path from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTE_NAMES } from "../../platform/http/server.js";
import { readOptions } from "../../platform/settings.js";
import { root } from "./sources.js";

const read = (page: string): string => fs.readFileSync(path.join(root, page), "utf8");
const pagesOf = (folder: string): string[] =>
  fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`);
const PAGES = ["README.md", "platform/README.md", ...pagesOf("docs/guides"), ...pagesOf("docs/platform")];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

/** All matches of a pattern with one group, with their page. */
const named = (pattern: RegExp): { page: string; name: string }[] =>
  PAGES.flatMap((page) => [...read(page).matchAll(pattern)].map(([, name = ""]) => ({ page, name })));

describe("pages", () => {
  it("name members that `control` has", () => {
    const mentions = named(/\bcontrol\.([a-z]\w*(?:\.[a-z]\w*)?)/g);
    expect(mentions.length).toBeGreaterThan(50);
    const isThere = (name: string): boolean => {
      const [first = "", second] = name.split(".");
      const member = (platform.control as unknown as Record<string, unknown>)[first];
      const isGroup = typeof member === "object" && member !== null;
      return member !== undefined && (!isGroup || second === undefined || second in member);
    };
    expect(mentions.filter(({ name }) => !isThere(name))).toEqual([]);
  });

  it("name routes that the platform answers", () => {
    const form = (name: string) => name.replaceAll(/\{[\w.]+\}|…/g, "{}").replace(/\?.*$/, "");
    const built = [...ROUTE_NAMES].map(form);
    const missing = missingOperations().map(form);
    const mentions = named(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s]*)`/g);
    expect(mentions.length).toBeGreaterThan(200);
    const isKnown = ({ name }: { name: string }) => [...built, ...missing].includes(form(name));
    expect(mentions.filter((one) => !isKnown(one))).toEqual([]);
  });

  it("name with each way in which the platform is more forgiving the switch for it: a program that passes here must not fail there", () => {
    const [, list = ""] = /^## More forgiving\n([^]*?)^## /m.exec(read("docs/platform/differences.md")) ?? [];
    const lines = list.split(/^- /m).slice(1);
    const switches = Object.keys(readOptions({}));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !switches.some((name) => line.includes(`\`${name}`)))).toEqual([]);
  });

  it("name as missing what is missing", () => {
    const [, examples = ""] =
      /that this one does not have \(([^)]*)\)/.exec(read("platform/README.md")) ?? [];
    const given = examples.split(", ").filter((one) => one !== "and others");
    expect(given.length).toBeGreaterThan(1);
    const headings = [...missingPart().matchAll(/^### (.*)$/gm)].map(([, name = ""]) => name.toLowerCase());
    expect(given.filter((one) => !headings.includes(one.replace(/^the /, "")))).toEqual([]);
  });
});

function missingPart(): string {
  return read("docs/platform/differences.md").split("<!-- not emulated: generated -->")[1] ?? "";
}

function missingOperations(): string[] {
  return [...missingPart().matchAll(/\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)` \|$/gm)].map(
    ([, name = ""]) => name,
  );
}
