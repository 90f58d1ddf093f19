// The table against the classes that it describes: a name that no class has would fail in a page, when somebody clicks.
import * as sdkpp from "sdkpp";
import * as enums from "sdkpp/enums";
import * as surface from "sdkpp/surface";
import { describe, expect, it } from "vitest";
import type { OperationRow, Shape } from "sdkpp/surface";

const { COLLECTIONS, EVENTS, GROUPS, isAllowed, SOUNDS, OPERATIONS } = surface;
const operations = Object.entries<OperationRow>(OPERATIONS);

function shapesIn(shape: Shape): Shape[] {
  if (shape.is === "fields") return [shape, ...Object.values(shape.fields).flatMap(shapesIn)];
  return "of" in shape ? [shape, ...shapesIn(shape.of)] : [shape];
}
const shapes = [
  ...operations.flatMap(([, row]) => [row.value, ...row.arguments.map(([, shape]) => shape)]),
  ...Object.values(COLLECTIONS).map(({ record }) => record),
  ...Object.values(EVENTS).flatMap((rows) => rows.map(([, shape]) => shape as Shape)),
].flatMap(shapesIn);

describe("the table of the surface", () => {
  it.each(operations.filter(([, { on }]) => on === "client"))("%s is a member of Client", (name) => {
    expect(Object.hasOwn(sdkpp.Client.prototype, name)).toBe(true);
  });

  it.each(operations.filter(([, { on }]) => on === "call"))(
    "%s is a member of Call, behind the lobby",
    (name, row) => {
      const member = (sdkpp.Call.prototype as unknown as Record<string, (...args: never[]) => unknown>)[name];
      expect(typeof member).toBe("function");
      expect(row.arguments.length).toBe(member!.length + 1);
      expect(row.arguments[0]![0]).toBe("lobbyId");
    },
  );

  it("names enums that exist", () => {
    const named = shapes.flatMap((shape) => (shape.is === "enum" ? [shape.name] : []));
    for (const name of named) expect(Object.values(enums[name]), name).toContainEqual(expect.any(Number));
    expect(named.length).toBeGreaterThan(10);
  });

  it.each([
    ["users", sdkpp.UserHandle],
    ["relationships", sdkpp.RelationshipHandle],
    ["lobbies", sdkpp.LobbyHandle],
  ] as const)("reads %s by the getters of the handle", (collection, { prototype }) => {
    const { record } = COLLECTIONS[collection] as { record: Shape };
    const names = record.is === "fields" ? Object.keys(record.fields) : [];
    expect(names.filter((name) => !(name in prototype))).toEqual([]);
  });

  it("has groups of names that exist, and that say nothing twice", () => {
    for (const [group, names] of Object.entries(GROUPS)) {
      expect(
        names.filter((name) => !isAllowed(name)),
        group,
      ).toEqual([]);
      expect(new Set(names).size, group).toBe(names.length);
    }
  });

  it("gives one name to one thing: an allow-list has no other way to tell them apart", () => {
    const names = [...[OPERATIONS, COLLECTIONS, EVENTS].flatMap((one) => Object.keys(one)), ...SOUNDS];
    expect(names.filter((name) => !isAllowed(name))).toEqual([]);
    expect(["__proto__", "toString", "setselfmute", 1].filter(isAllowed)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("shows nobody a secret: no record has a token, and activities have no secrets", () => {
    const names = shapes.flatMap((shape) =>
      shape.is === "fields" && shape.as === undefined ? Object.keys(shape.fields) : [],
    );
    expect(names.filter((name) => /token|secret|password|fingerprint/i.test(name))).toEqual([]);
  });
});
