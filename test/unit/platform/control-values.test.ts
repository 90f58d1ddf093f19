import { describe, expect, it } from "vitest";
import { findOperation, named, positional, requestNames } from "../../../platform/control/calls.js";
import type { Schema } from "../../../platform/control/operation.js";
import { TABLE } from "../../../platform/control/table.js";
import { JsonReader, toJson } from "../../../platform/control/values.js";

const big: Schema = { type: "string", format: "bigint" };
const bytes: Schema = { type: "string", contentEncoding: "base64" };
const file: Schema = { type: "object", properties: { data: bytes, filename: { type: "string" } } };
const schemas = { File: file };
const reader = new JsonReader(schemas, "refused");
const operation = (group: string, name: string) => findOperation(TABLE, group, name)!;

describe("values of the control API", () => {
  it.each<[string, Schema, unknown, unknown]>([
    ["a big integer in a string", big, "18446744073709551615", 18446744073709551615n],
    ["a small one as a number", big, 8, 8n],
    ["bytes", bytes, "AQI=", new Uint8Array([1, 2])],
    ["a number without an end", { type: "number" }, "Infinity", Infinity],
    ["a word that only looks like one", { type: "string" }, "Infinity", "Infinity"],
    [
      "members of members",
      { type: "array", items: { $ref: "#/components/schemas/File" } },
      [{ data: "AQ==" }],
      [{ data: new Uint8Array([1]) }],
    ],
    ["the values of a map", { type: "object", additionalProperties: big }, { a: "1" }, { a: 1n }],
    [
      "one of several, by its kind",
      { anyOf: [{ type: "string" }, file] },
      { data: "AQ==" },
      { data: new Uint8Array([1]) },
    ],
    [
      "one of several objects, by its members",
      {
        anyOf: [
          { type: "object", properties: { id: { type: "string" } } },
          { type: "object", properties: { bits: big } },
        ],
      },
      { bits: "1" },
      { bits: 1n },
    ],
    ["a wrong type, which the operation names", { type: "number" }, "five", "five"],
  ])("reads %s", (_what, schema, given, expected) => {
    expect(reader.read(schema, "value", given)).toEqual(expected);
  });

  it.each<[string, Schema, unknown, string]>([
    [
      "a big integer in words",
      big,
      "many",
      "value: expected a whole number as a decimal string, received 'many'",
    ],
    ["one with a fraction", big, 1.5, "value: expected a whole number as a decimal string, received 1.5"],
    ["no base64", bytes, "a b", "value: expected bytes in base64, received 'a b'"],
    [
      "a member without a name",
      file,
      { name: "x" },
      "value.name: expected no such member, but data, filename, received 'x'",
    ],
    [
      "a member of every object",
      file,
      { constructor: 1 },
      "value.constructor: expected no such member, but data, filename, received 1",
    ],
    [
      "an odd member deep inside",
      { type: "array", items: file },
      [{}, { x: 1 }],
      "value[1].x: expected no such member",
    ],
  ])("refuses %s", (_what, schema, given, message) => {
    expect(() => reader.read(schema, "value", given)).toThrow(message);
  });

  it("keeps members that it does not know for a client", () => {
    expect(new JsonReader(schemas, "kept").read(file, "result", { later: 1 })).toEqual({ later: 1 });
  });

  it("writes what it reads", () => {
    const value = { data: new Uint8Array([1, 2, 3]), filename: "a" };
    expect(reader.read(file, "", JSON.parse(toJson(value)!))).toEqual(value);
    expect(toJson({ times: Infinity, level: -Infinity, flags: 2n ** 40n, data: Buffer.from("abc") })).toBe(
      '{"times":"Infinity","level":"-Infinity","flags":"1099511627776","data":"YWJj"}',
    );
    expect(reader.read({ type: "number" }, "", "-Infinity")).toBe(-Infinity);
  });
});

describe("arguments by name", () => {
  it("stand in the order of the method, those of a last object beside them", () => {
    const install = operation("applications", "install");
    const given = { applicationId: "1", guildId: "2", permissions: "8" };
    expect(positional(TABLE, install, given)).toEqual(["1", { guildId: "2", permissions: 8n }]);
    expect(named(install, ["1", { guildId: "2" }])).toEqual({ applicationId: "1", guildId: "2" });
    expect(requestNames(TABLE, install)).toEqual(["applicationId", "userId", "guildId", "permissions"]);
  });

  it("leave out an optional object without members", () => {
    expect(positional(TABLE, operation("as", "enterCall"), { userId: "1", channelId: "2" })).toEqual([
      "1",
      "2",
      undefined,
    ]);
  });

  it.each([
    [{ userId: "1", name: "x" }, "name: expected no such argument, but userId, globalName, received 'x'"],
    [
      JSON.parse('{"__proto__":{"userId":"1"},"userId":"1"}') as object,
      "__proto__: expected no such argument",
    ],
  ])("refuse a name that there is not", (given, message) => {
    expect(() => positional(TABLE, operation("users", "rename"), given as Record<string, unknown>)).toThrow(
      message,
    );
  });
});
