import fs from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { requestNames } from "../../../platform/control/calls.js";
import { openApi } from "../../../platform/control/door/openapi.js";
import { TABLE } from "../../../platform/control/table.js";
import { tableFile, TABLES } from "../../../scripts/control-table/file.mjs";
import { seedSchema } from "../../../scripts/control-table/seed-schema.mjs";

const nameOf = ({ group, name }: { group: string; name: string }) => `${group}.${name}`;

describe("the table of control's operations", () => {
  it.each(TABLES)(
    "is what the classes of %s say; otherwise run: npm run declaration",
    async (which) => {
      const { file, text } = await tableFile(which);
      expect(fs.readFileSync(file, "utf8") === text).toBe(true);
    },
    120_000,
  );

  it("has a schema of seeds beside it that is as new", async () => {
    for (const { file, text } of await seedSchema())
      expect(fs.readFileSync(file, "utf8") === text).toBe(true);
  }, 120_000);

  it("explains every operation", () => {
    expect(TABLE.operations.filter(({ about }) => about === "").map(nameOf)).toEqual([]);
  });

  it("has each name once in a request", () => {
    const mixed = TABLE.operations.filter((one) => {
      const names = requestNames(TABLE, one);
      return new Set(names).size < names.length;
    });
    expect(mixed.map(nameOf)).toEqual([]);
  });

  it("gives schemas that a validator compiles, and a document that names every operation", () => {
    const document = openApi(TABLE) as { paths: Record<string, unknown>; components: object };
    expect(Object.keys(document.paths)).toEqual([
      "/control/v1/events",
      ...TABLE.operations.map(({ group, name }) => `/control/v1/${group}/${name}`),
    ]);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const names = Object.keys(TABLE.schemas);
    for (const name of names)
      expect(() =>
        ajv.compile({ $ref: `#/components/schemas/${name}`, components: document.components }),
      ).not.toThrow();
  });
});
