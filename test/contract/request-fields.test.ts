// Every documented field of a request is read, refused by name, or listed here with the reason: none is dropped silently.
import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { routes } from "../../platform/http/server.js";
import { readDescription } from "./folder.js";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const description = readDescription("openapi.json") as Document & Schema;
const METHODS = ["put", "post", "patch", "delete"];

/** Fields that are neither read nor refused, by operation. */
const LISTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  upload_application_attachment: { file: "a part of the form, read as a file" },
  create_guild_sticker: { file: "a part of the form, read as a file" },
  create_lobby_message: { allowed_mentions: "nobody is called by a message in a lobby" },
};
/** Parts of a multipart body. */
const FILE_PART = /^files\[\d\]$/;

const shapeOf = (route: string): string => route.replaceAll(/\{[^}]+\}/g, "{}");

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const steps = schema.$ref.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], description) as Schema;
}

/** Names of the fields that a schema, or one of its alternatives, has. */
function fieldsOf(schema: Schema, seen = new Set<Schema>()): string[] {
  const own = resolved(schema);
  if (seen.has(own)) return [];
  seen.add(own);
  const parts = [...(own.oneOf ?? []), ...(own.anyOf ?? []), ...(own.allOf ?? [])];
  return [...Object.keys(own.properties ?? {}), ...parts.flatMap((part) => fieldsOf(part, seen))];
}

const BUILT = Object.entries(description.paths).flatMap(([path, operations]) =>
  METHODS.flatMap((method) => {
    const operation = operations[method];
    const shape = shapeOf(`${method.toUpperCase()} ${path}`);
    const route = routes.find((one) => shapeOf(`${one.method} ${one.path}`) === shape);
    const bodies = Object.values(operation?.requestBody?.content ?? {});
    if (operation === undefined || route === undefined || bodies.length === 0) return [];
    const documented = new Set(bodies.flatMap(({ schema }) => fieldsOf(schema)));
    return [[operation.operationId, route, documented] as const];
  }),
);

describe("the fields of requests", () => {
  it("are those of more than sixty operations", () => {
    expect(BUILT.length).toBeGreaterThan(60);
  });

  it.each(BUILT)("of %s are known", (operation, route, documented) => {
    const read = new Set([...fieldsOf((route.body ?? {}) as TSchema & Schema), ...route.unbuilt]);
    const listed = LISTED[operation] ?? {};
    const dropped = [...documented].filter((field) => !read.has(field) && !FILE_PART.test(field));
    expect(dropped).toEqual(Object.keys(listed));
  });

  it("are refused only where the description has them", () => {
    for (const [operation, { unbuilt }, documented] of BUILT)
      expect([operation, unbuilt.filter((field) => !documented.has(field))]).toEqual([operation, []]);
  });
});
