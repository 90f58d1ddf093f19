import { describe, expect, it } from "vitest";
import { invoke, named, positional, signalOf } from "../../../platform/control/calls.js";
import type { ControlTable, Operation } from "../../../platform/control/operation.js";

const OPTIONS = { type: "object", properties: { within: { type: "number" } } } as const;
const WAITS: Operation = {
  group: "people",
  name: "waits",
  about: "",
  spread: true,
  isBound: true,
  isAbortable: true,
  arguments: [
    { name: "actor", schema: { type: "string" } },
    { name: "options", isOptional: true, schema: OPTIONS },
  ],
};
const PLAIN: Operation = {
  group: "people",
  name: "waits",
  about: "",
  spread: true,
  isBound: true,
  arguments: WAITS.arguments,
};
const TABLE: ControlTable = { operations: [WAITS], schemas: {} };
const given: unknown[] = [];
const groups = { people: () => ({ waits: (...all: unknown[]) => void given.push(...all) }) };
const { signal } = new AbortController();

async function invoked(operation: Operation, body: object): Promise<unknown[]> {
  given.length = 0;
  await invoke(groups, operation, positional(TABLE, operation, { actor: "ada", ...body }), signal);
  return [...given];
}

describe("the signal of an operation", () => {
  it("is among its options, whether a request has others or none", async () => {
    expect(await invoked(WAITS, { within: 5 })).toEqual([{ within: 5, signal }]);
    expect(await invoked(WAITS, {})).toEqual([{ signal }]);
  });

  it("is not given to one that cannot be ended", async () => {
    expect(await invoked(PLAIN, { within: 5 })).toEqual([{ within: 5 }]);
    expect(await invoked(PLAIN, {})).toEqual([undefined]);
  });

  it("is no member of a request", () => {
    expect(() => positional(TABLE, WAITS, { actor: "ada", signal: "x" })).toThrow("signal: expected no such");
    expect(named(WAITS, ["ada", { within: 5, signal }])).toEqual({ actor: "ada", within: 5 });
    expect(named(WAITS, ["ada"])).toEqual({ actor: "ada", options: undefined });
  });

  it("stays with the client", () => {
    expect(signalOf(WAITS, ["ada", { within: 5, signal }])).toBe(signal);
    expect(signalOf(WAITS, ["ada", { signal: "x" }])).toBeUndefined();
    expect(signalOf(WAITS, ["ada"])).toBeUndefined();
    expect(signalOf(PLAIN, ["ada", { signal }])).toBeUndefined();
  });
});
