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
  readonly items?: Schema;
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
/** The same, of objects in a body. */
const PICTURE = ["description", "height", "is_animated", "placeholder", "placeholder_version", "width"];
const OF_MESSAGES: Readonly<Record<string, string>> = {
  "attachments.duration_secs": "of a voice message, whose flag is refused",
  "attachments.waveform": "of a voice message, whose flag is refused",
  "attachments.is_remix": "of clips, which only the app makes",
  ...Object.fromEntries(
    ["image", "thumbnail"].flatMap((part) =>
      PICTURE.map((name) => [`embeds.${part}.${name}`, "the service measures pictures itself"]),
    ),
  ),
  "embeds.provider": "the service fills it in for links",
  "embeds.type": "the service ignores it: what is sent is rich",
  "embeds.video": "the service fills it in for links",
};
const OF_POLLS: Readonly<Record<string, string>> = {
  "poll.question.emoji": "questions have text only",
  "poll.answers.poll_media.emoji.animated": "the emoji knows whether it moves",
};
const OF_RESPONSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries({ ...OF_MESSAGES, ...OF_POLLS }).map(([name, why]) => [`data.${name}`, why]),
  ),
  ...Object.fromEntries(
    ["eligible", "ineligible_reason", "ineligible_reason_description"].map((name) => [
      `data.${name}`,
      "of a response type that is refused",
    ]),
  ),
};
const LISTED_INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create_message: { ...OF_MESSAGES, ...OF_POLLS },
  update_message: OF_MESSAGES,
  execute_webhook: { ...OF_MESSAGES, ...OF_POLLS },
  update_original_webhook_message: { ...OF_MESSAGES, ...OF_POLLS },
  update_webhook_message: OF_MESSAGES,
  create_interaction_response: OF_RESPONSES,
};
/** Parts of a multipart body. */
const FILE_PART = /^files\[\d\]$/;

/** Of an object in a body. */
const isInside = (field: string): boolean => field.includes(".");

const shapeOf = (route: string): string => route.replaceAll(/\{[^}]+\}/g, "{}");

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const steps = schema.$ref.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], description) as Schema;
}

/** The fields that a schema, or one of its alternatives, has. */
function propertiesOf(schema: Schema, seen = new Set<Schema>()): [string, Schema][] {
  const own = resolved(schema);
  if (seen.has(own)) return [];
  seen.add(own);
  const parts = [...(own.oneOf ?? []), ...(own.anyOf ?? []), ...(own.allOf ?? [])];
  return [...Object.entries(own.properties ?? {}), ...parts.flatMap((part) => propertiesOf(part, seen))];
}
const fieldsOf = (schema: Schema): string[] => propertiesOf(schema).map(([name]) => name);

/** A schema, or that of the elements of its lists. */
function elementOf(schema: Schema): Schema {
  const own = resolved(schema);
  const alternatives = [own, ...(own.oneOf ?? []), ...(own.anyOf ?? []), ...(own.allOf ?? [])].map(resolved);
  return alternatives.find(({ items }) => items !== undefined)?.items ?? own;
}

/** The fields of several schemas by name. */
function byName(schemas: readonly Schema[]): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const [name, schema] of schemas.flatMap((one) => propertiesOf(one)))
    found.set(name, [...(found.get(name) ?? []), schema]);
  return found;
}

/** Components hold components. */
const DEPTH_MAX = 6;

/**
 * Documented fields of objects in a body that the route's schema does not have, where that describes the object at all.
 * @param path of the objects, as `.poll.answers`
 */
function droppedInside(ours: readonly Schema[], documented: readonly Schema[], path = ""): string[] {
  const own = byName(ours);
  if (own.size === 0 || path.split(".").length > DEPTH_MAX) return [];
  return [...byName(documented)].flatMap(([name, meant]) => {
    const read = own.get(name);
    if (read === undefined) return path === "" ? [] : [`${path}.${name}`.slice(1)];
    return droppedInside(read.map(elementOf), meant.map(elementOf), `${path}.${name}`);
  });
}

const BUILT = Object.entries(description.paths).flatMap(([path, operations]) =>
  METHODS.flatMap((method) => {
    const operation = operations[method];
    const shape = shapeOf(`${method.toUpperCase()} ${path}`);
    const route = routes.find((one) => shapeOf(`${one.method} ${one.path}`) === shape);
    const bodies = Object.values(operation?.requestBody?.content ?? {});
    if (operation === undefined || route === undefined || bodies.length === 0) return [];
    const documented = new Set(bodies.flatMap(({ schema }) => fieldsOf(schema)));
    const schemas = bodies.map(({ schema }) => schema);
    return [[operation.operationId, route, documented, schemas] as const];
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

  it.each(BUILT)("of %s are known inside objects as well", (operation, route, _documented, schemas) => {
    const dropped = droppedInside(
      [elementOf((route.body ?? {}) as TSchema & Schema)],
      schemas.map(elementOf),
    );
    const refused = route.unbuilt.filter(isInside);
    expect(new Set(dropped)).toEqual(new Set([...Object.keys(LISTED_INSIDE[operation] ?? {}), ...refused]));
  });

  it("are refused only where the description has them", () => {
    for (const [operation, { unbuilt }, documented] of BUILT) {
      const strange = unbuilt.filter((field) => !isInside(field) && !documented.has(field));
      expect([operation, strange]).toEqual([operation, []]);
    }
  });
});
