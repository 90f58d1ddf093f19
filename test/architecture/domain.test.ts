import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { circlesOf } from "./circles.js";
import { files, importedFiles, read, root } from "./sources.js";

const DOMAIN = "platform/domain";
/** The lowest first: a floor imports from itself and from those before it. */
const FLOORS = ["records", "world", "views", "facts", "rules", "reactions"];
/** The folders of a floor. */
const RESOURCES = [
  "activity",
  "application",
  "auto-moderation",
  "command",
  "component",
  "event-webhook",
  "expression",
  "guild",
  "interaction",
  "invite",
  "lobby",
  "message",
  "monetisation",
  "oauth2",
  "picture",
  "posting",
  "presence",
  "relationship",
  "scheduled-event",
  "stage-instance",
  "thread",
  "user",
  "voice",
  "webhook",
];
/** Other rooms of the platform that a floor may import from: interfaces only. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  records: ["store"],
  world: ["store", "clock"],
  views: [],
  facts: [],
  rules: [],
  reactions: [],
};

/** Where a file of the domain is; no resource: it belongs to the whole floor. */
function placeOf(file: string): { floor: string; resource: string | undefined; depth: number } {
  const [floor = "", ...rest] = path.posix.relative(DOMAIN, file).split("/");
  return { floor, resource: rest.length > 1 ? rest[0] : undefined, depth: rest.length };
}

const all = files(DOMAIN, /\.ts$/);
const arrows = all.flatMap((from) =>
  importedFiles(from).map((to) => ({ from, to, name: `${from} imports ${to}` })),
);
const inside = arrows.filter(({ to }) => to.startsWith(`${DOMAIN}/`));
const named = (found: readonly { name: string }[]): string[] => found.map(({ name }) => name);

describe("the floors of the domain", () => {
  it("are its only folders, with a folder for each resource", () => {
    const folders = fs.readdirSync(path.join(root, DOMAIN));
    expect(folders.sort()).toEqual([...FLOORS].sort());
    const strange = all.filter((file) => {
      const { resource, depth } = placeOf(file);
      return depth > 2 || (resource !== undefined && !RESOURCES.includes(resource));
    });
    expect(strange).toEqual([]);
  });

  it("import downwards only", () => {
    const rank = (file: string): number => FLOORS.indexOf(placeOf(file).floor);
    expect(named(inside.filter(({ from, to }) => rank(to) > rank(from)))).toEqual([]);
  });

  it("import interfaces of the store and the clock, and nothing else of the platform", () => {
    const outside = arrows.filter(({ to }) => !to.startsWith(`${DOMAIN}/`));
    const wrong = outside.filter(({ from, to }) => {
      const room = path.posix.relative("platform", to).split("/")[0] ?? "";
      return OUTSIDE[placeOf(from).floor]?.includes(room) !== true;
    });
    expect(named(wrong)).toEqual([]);
  });

  it.each(FLOORS)("resources of %s know each other without circles", (floor) => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of inside) {
      const [own, other] = [placeOf(from), placeOf(to)];
      if (own.floor !== floor || other.floor !== floor || own.resource === other.resource) continue;
      if (own.resource === undefined || other.resource === undefined) continue;
      graph.set(own.resource, [...(graph.get(own.resource) ?? []), other.resource]);
    }
    expect(circlesOf(graph)).toEqual([]);
  });

  it("views and rules name the slices of the world that they touch, not the whole", () => {
    const whole = inside.filter(({ to }) => to === `${DOMAIN}/world/world.ts`);
    expect(named(whole.filter(({ from }) => placeOf(from).floor !== "reactions"))).toEqual([]);
  });
});

/**
 * Resources whose rules others build on: components are part of messages, interactions launch activities, and whatever posts a
 * message composes it in one room.
 */
const SHARED = ["activity", "component", "posting"];

describe("rules", () => {
  const rules = inside.filter(({ from, to }) => [from, to].every((file) => placeOf(file).floor === "rules"));

  it("of one resource import no rules of another", () => {
    const across = rules.filter(({ from, to }) => {
      const [own, other] = [placeOf(from).resource, placeOf(to).resource];
      return own !== undefined && other !== undefined && own !== other && !SHARED.includes(other);
    });
    expect(named(across)).toEqual([]);
  });

  it("share outcomes, faults and their trees, the audit log, access to guilds, and pictures, which know no rule", () => {
    const shared = all.filter(
      (file) => placeOf(file).floor === "rules" && placeOf(file).resource === undefined,
    );
    expect(shared.map((file) => path.posix.basename(file)).sort()).toEqual([
      "audit.ts",
      "faults.ts",
      "field-errors.ts",
      "guild-access.ts",
      "outcome.ts",
      "picture-input.ts",
      "thread-access.ts",
      "webhook-access.ts",
    ]);
    const wrong = rules.filter(({ from, to }) => shared.includes(from) && !shared.includes(to));
    expect(named(wrong)).toEqual([]);
  });
});

describe("facts", () => {
  it("are types, one file for each resource and one for all", () => {
    const facts = all.filter((file) => placeOf(file).floor === "facts");
    const names = facts.map((file) => path.posix.basename(file, ".ts"));
    expect(names.filter((name) => name !== "facts" && !RESOURCES.includes(name))).toEqual([]);
    expect(facts.filter((file) => /^(export )?(const|let|function|class|enum)\b/m.test(read(file)))).toEqual(
      [],
    );
  });
});
