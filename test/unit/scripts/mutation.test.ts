import { describe, expect, it } from "vitest";
import { mutate } from "../../../scripts/conformance/mutation.mjs";
import {
  answer,
  drop,
  early,
  force,
  negate,
  offByOne,
  set,
  unwrap,
  type MutationPoint,
} from "../../conformance/change.js";

const FILE = "thread.ts";
const SOURCE = `
export const LIMITS = { threads: 50, pins: 250 } as const;
const READERS = Permission.View | Permission.History;
enum Kind { Public = 11 }
export function createThread(world: World, actor: Actor): Result {
  if (!may(actor, READERS)) return missingAccess();
  const isOpen = actor.kind === "user" && actor.scopes?.has(Scope.Threads) === true;
  const members = membersOf(world, actor.id).filter((one) => one.isActive).slice(0, 5);
  world.threads.put({ id: world.ids.next(), name: actor.name ?? "talk", isOpen, ...(isOpen ? { members } : {}) });
  return done(view(actor), [created(world, actor), entered(world)]);
}
class Gate {
  #left = 3;
  take(now: number): boolean;
  take(now: number): boolean {
    if (now < this.#left) {
      log(
        "late",
      );
    }
    return now >= 0;
  }
  get open(): boolean { return this.#left > 0; }
}
const isLive = ({ end }: Thread) => end === null;
`;

/** @returns the lines that differ, trimmed */
function changesOf(point: MutationPoint, source = SOURCE): [before: string, after: string][] {
  const [before, after] = [source.split("\n"), mutate(source, point).split("\n")];
  expect(after).toHaveLength(before.length);
  return before.flatMap((line, at) =>
    line === after[at] ? [] : [[line.trim(), after[at]?.trim() ?? ""] as [string, string]],
  );
}

describe("a mutation point", () => {
  it.each<[string, MutationPoint, string]>([
    [
      "negates a condition",
      negate(FILE, "createThread", "READERS"),
      "if (!(!may(actor, READERS))) return missingAccess();",
    ],
    [
      "negates the body of a predicate",
      negate(FILE, "isLive", "end"),
      "const isLive = ({ end }: Thread) => !(end === null);",
    ],
    [
      "forces an operand",
      force(FILE, "createThread", "user", true),
      "const isOpen = true && actor.scopes?.has(Scope.Threads) === true;",
    ],
    ["forces a condition", force(FILE, "Gate.take", "#left", false), "if (false) {"],
    ["drops a statement", drop(FILE, "createThread", "may"), "{}"],
    [
      "drops a statement without its block",
      drop(FILE, "createThread", "missingAccess"),
      "if (!may(actor, READERS)) {}",
    ],
    ["drops an operand", drop(FILE, "READERS", "History"), "const READERS = Permission.View;"],
    [
      "drops what comes before a default",
      drop(FILE, "createThread.name", "name"),
      'world.threads.put({ id: world.ids.next(), name: "talk", isOpen, ...(isOpen ? { members } : {}) });',
    ],
    [
      "drops the last element",
      drop(FILE, "createThread", "entered"),
      "return done(view(actor), [created(world, actor)]);",
    ],
    [
      "drops the first element",
      drop(FILE, "createThread", "created"),
      "return done(view(actor), [entered(world)]);",
    ],
    ["drops a property", drop(FILE, "LIMITS", "threads"), "export const LIMITS = { pins: 250 } as const;"],
    [
      "drops an argument",
      drop(FILE, "createThread", "view"),
      "return done([created(world, actor), entered(world)]);",
    ],
    [
      "sets a property",
      set(FILE, "LIMITS.pins", 251),
      "export const LIMITS = { threads: 50, pins: 251 } as const;",
    ],
    ["sets a member of an enum", set(FILE, "Kind.Public", 12), "enum Kind { Public = 12 }"],
    ["sets a field", set(FILE, "Gate.#left", 4n), "#left = 4n;"],
    ["sets a variable", set(FILE, "createThread.members", []), "const members = [];"],
    [
      "answers for a call",
      answer(FILE, "createThread", "world.ids.next", "1"),
      'world.threads.put({ id: "1", name: actor.name ?? "talk", isOpen, ...(isOpen ? { members } : {}) });',
    ],
    [
      "unwraps a method",
      unwrap(FILE, "createThread", "filter"),
      "const members = membersOf(world, actor.id).slice(0, 5);",
    ],
    [
      "unwraps a function",
      unwrap(FILE, "createThread", "view"),
      "return done(actor, [created(world, actor), entered(world)]);",
    ],
    [
      "returns early from a function",
      early(FILE, "createThread", null),
      "export function createThread(world: World, actor: Actor): Result { return null;",
    ],
    [
      "returns early from an arrow",
      early(FILE, "isLive", true),
      "const isLive = ({ end }: Thread) => (true);",
    ],
    [
      "returns early from an accessor",
      early(FILE, "Gate.open"),
      "get open(): boolean { return undefined; return this.#left > 0; }",
    ],
    ["moves a bound", offByOne(FILE, "Gate.take", "#left"), "if (now <= this.#left) {"],
  ])("%s", (_title, point, after) => {
    expect(changesOf(point).map(([, line]) => line)).toEqual([after]);
  });

  it("keeps the lines of what it drops", () => {
    expect(changesOf(drop(FILE, "Gate.take", "log"))).toEqual([
      ["log(", "{}"],
      ['"late",', ""],
      [");", ""],
    ]);
  });

  it("drops the call rather than its only argument, and an only element with its comma", () => {
    expect(changesOf(drop(FILE, "Gate.take", "late"))[0]).toEqual(["log(", "{}"]);
    const list = ["const LIST = [", "  first,", "];"];
    expect(changesOf(drop(FILE, "LIST", "first"), list.join("\n"))).toEqual([["first,", ""]]);
  });

  it("sees names through optional access, and not inside other words", () => {
    const source = "const f = (a) => a?.scopes!.has(x) || a.scope;";
    expect(changesOf(force(FILE, "f", "a.scopes.has", false), source)).toEqual([
      [source, "const f = (a) => false || a.scope;"],
    ]);
  });

  it.each<[string, MutationPoint, RegExp]>([
    ["an unknown symbol", drop(FILE, "closeThread", "x"), /one declaration of "closeThread" .*found 0/],
    [
      "an unknown part of a symbol",
      set(FILE, "LIMITS.emojis", 1),
      /"emojis" \(of "LIMITS.emojis"\), found 0/,
    ],
    ["a symbol declared twice", set(FILE, "both.x", 1), /one declaration of "x" .*found 2/],
    [
      "a name that nothing mentions",
      negate(FILE, "createThread", "nobody"),
      /negate createThread \(nobody\): .*found 0/,
    ],
    [
      "a name in several places",
      drop(FILE, "createThread", "world"),
      /drop createThread \(world\): .*found \d/,
    ],
    ["a declaration without a value", set(FILE, "createThread", 1), /set createThread \(1\): .*found 0/],
    ["no function", early(FILE, "READERS"), /found 0/],
    ["the same value", set(FILE, "LIMITS.pins", 250), /changes nothing/],
  ])("rejects %s", (_title, point, message) => {
    const source = `${SOURCE}const both = [{ x: 1 }, { x: 2 }];`;
    expect(() => mutate(source, point)).toThrow(message);
  });
});
