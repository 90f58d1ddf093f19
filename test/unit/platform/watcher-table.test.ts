// Facts and who hears of them: the reactions against rows written by hand, which docs/platform/watchers.md shows.
// `npx vitest run test/unit/platform/watcher-table.test.ts -u` writes the page.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { GatewayEvent } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { REACTIONS } from "../../../platform/domain/reactions/reactions.js";
import { FACT_GROUPS, WATCHERS, type FactGroup } from "./watcher-rows.js";

const FOLDER = path.resolve(import.meta.dirname, "../../../platform/domain/reactions");
const PAGE = path.resolve(import.meta.dirname, "../../../docs/platform/watchers.md");

/** The bodies of all functions of the reactions, without comments and names of facts. */
function functionBodies(): Map<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const sources = files.map((file) => readFileSync(path.join(FOLDER, file), "utf8"));
  const found = sources.flatMap((source) => [
    ...source.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/^(?:export )?function (\w+)[^]*?^}$/gm),
  ]);
  return new Map(found.map(([body, name]) => [name!, body.replaceAll(/FactOf<[^>]*>/g, "")]));
}

const BODIES = functionBodies();

/** Names of the events that a function and those that it calls can send. */
function eventsOf(name: string, seen = new Set<string>()): string[] {
  const body = BODIES.get(name);
  if (body === undefined || seen.has(name)) return [];
  seen.add(name);
  const words = [...new Set(body.match(/\b\w+\b/g) ?? [])];
  const named = words.flatMap((word) =>
    word in GatewayEvent ? GatewayEvent[word as keyof typeof GatewayEvent] : [],
  );
  const spelled = [...body.matchAll(/"([A-Z]+(?:_[A-Z]+)+)"/g)].map(([, event]) => event!);
  const called = words.filter((other) => BODIES.has(other));
  return [...named, ...spelled, ...called.flatMap((other) => eventsOf(other, seen))];
}

const LIST = readFileSync(path.join(FOLDER, "reactions.ts"), "utf8");

/** The functions that announce a fact. */
function announcers(kind: string): string[] {
  const entry = new RegExp(`^  ${kind}: \\[[^]*?\\],$`, "m").exec(LIST)?.[0] ?? "";
  return [...entry.matchAll(/announce\((\w+)\)/g)].map(([, name]) => name!);
}

/** Announcements for a fact in the list of reactions. */
function announcedFor(kind: string): string[] {
  return [...new Set(announcers(kind).flatMap((name) => eventsOf(name)))].sort();
}

function cellsOf({ facts }: FactGroup, kind: string): string[] {
  const row = facts[kind];
  if (row === undefined || typeof row === "string") return [];
  return [...new Set(WATCHERS.flatMap((watcher) => row[watcher] ?? []))].sort();
}

function line({ facts, because }: FactGroup, kind: string): string {
  const row = facts[kind];
  if (typeof row === "string") return `| \`${kind}\` | ${WATCHERS.map(() => row).join(" | ")} |`;
  const cells = WATCHERS.map(
    (watcher) => row?.[watcher]?.map((event) => `\`${event}\``).join(", ") ?? `– ${because[watcher]}`,
  );
  return `| \`${kind}\` | ${cells.join(" | ")} |`;
}

function page(): Promise<string> {
  const tables = FACT_GROUPS.map(
    (group) => `## ${group.title}

| Fact | Own sessions | Friends | Members of a lobby | Conversation | Server |
| --- | --- | --- | --- | --- | --- |
${Object.keys(group.facts)
  .map((kind) => line(group, kind))
  .join("\n")}`,
  );
  const text = `# Watchers

Written by \`test/unit/platform/watcher-table.test.ts\`, which compares it with the reactions of \`platform/domain/reactions\`. Each
fact of the rules has a cell for each kind of watcher: the events that it hears, or why it hears none. Own sessions are those of the
user, or the application, that the fact is about. [Audience](audience.md) says which intents and scopes a session needs.

${tables.join("\n\n")}
`;
  return format(text, { parser: "markdown", printWidth: 130 });
}

describe("the table of facts and their watchers", () => {
  const rows = FACT_GROUPS.flatMap((group) => Object.keys(group.facts).map((kind) => [kind, group] as const));

  it("has a row for each fact", () => {
    expect(rows.map(([kind]) => kind).sort()).toEqual(Object.keys(REACTIONS).sort());
  });

  it.each(rows)("%s is announced as its cells say", (kind, group) => {
    // One function announces both facts of a pair, and each of them has its own event.
    const alike = rows.filter(([other]) => announcers(other).join() === announcers(kind).join());
    const cells = alike.flatMap(([other]) => cellsOf(group, other));
    const own = announcers(kind).length === 0 ? [] : [...new Set(cells)].sort();
    expect(own).toEqual(announcedFor(kind));
    expect(announcedFor(kind)).toEqual(expect.arrayContaining(cellsOf(group, kind)));
  });

  it("is drawn in docs/platform/watchers.md", async () => {
    await expect(await page()).toMatchFileSnapshot(PAGE);
  });
});
