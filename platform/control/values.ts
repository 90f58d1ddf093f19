import { mistake } from "../guard/arguments.js";
import type { Schema } from "./operation.js";

const REFERENCE = "#/components/schemas/";
const WHOLE = /^-?[0-9]{1,40}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** JSON has no such numbers. */
const INFINITE = new Map<unknown, number>([
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/** Schemas of named types, by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The schema that a reference means. */
export function resolved(schemas: Schemas, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return schemas[schema.$ref.slice(REFERENCE.length)] ?? {};
}

/** The names of the members that objects of a schema may have; undefined: any, or it is of no object. */
export function memberNames(schemas: Schemas, schema: Schema): string[] | undefined {
  const { properties, anyOf } = resolved(schemas, schema);
  if (properties !== undefined) return Object.keys(properties);
  const branches = anyOf?.map((one) => memberNames(schemas, one));
  return branches?.every((one) => one !== undefined) === true ? [...new Set(branches.flat())] : undefined;
}

/** The treatment of members that a schema does not name. */
export type Unnamed = "refused" | "kept";

/** A member of the objects of a schema. */
export interface MemberSchema {
  readonly name: string;
  readonly schema: Schema;
  /** In every form that the object may have. */
  readonly isRequired: boolean;
}

/** The members that objects of a schema may have; none: it is of no object. */
export function memberSchemas(schemas: Schemas, schema: Schema): MemberSchema[] {
  const forms = formsOf(schemas, schema);
  const all = forms.flatMap(({ properties = {} }) => Object.entries(properties));
  return [...new Map(all)].map(([name, inner]) => ({
    name,
    schema: withMeaning(schemas, inner),
    isRequired: forms.every(({ required }) => required?.includes(name) === true),
  }));
}

function formsOf(schemas: Schemas, schema: Schema): Schema[] {
  const { anyOf, ...own } = resolved(schemas, schema);
  return anyOf === undefined ? [own] : anyOf.flatMap((one) => formsOf(schemas, one));
}

/** A reference has a description of its own. */
function withMeaning(schemas: Schemas, schema: Schema): Schema {
  const { description = resolved(schemas, schema).description } = schema;
  return { ...resolved(schemas, schema), ...(description === undefined ? {} : { description }) };
}

/**
 * Reads JSON as operations take it, and clients of other processes get it: big integers from decimal strings, bytes from base64.
 * Whatever else is wrong with a value, the operation says.
 */
export class JsonReader {
  readonly #schemas: Schemas;
  readonly #unnamed: Unnamed;

  constructor(schemas: Schemas, unnamed: Unnamed) {
    this.#schemas = schemas;
    this.#unnamed = unnamed;
  }

  /**
   * @param name where the value stands, for errors; "": it is the whole
   * @throws {ArgumentError} for a big integer or bytes in another form, {@link ArgumentRangeError} for a member without a name
   */
  read(given: Schema, name: string, value: unknown): unknown {
    const schema = resolved(this.#schemas, given);
    if (schema.anyOf !== undefined)
      return this.read(branchOf(this.#schemas, schema.anyOf, value), name, value);
    if (schema.format === "bigint") return bigintOf(name, value);
    if (schema.contentEncoding === "base64") return bytesOf(name, value);
    const infinite = schema.type === "number" ? INFINITE.get(value) : undefined;
    if (infinite !== undefined) return infinite;
    if (Array.isArray(value)) return this.#list(schema, name, value);
    return isObject(value) ? this.#object(schema, name, value) : value;
  }

  #list({ items }: Schema, name: string, value: readonly unknown[]): unknown[] {
    if (items === undefined) return [...value];
    return value.map((one, index) => this.read(items, `${name}[${String(index)}]`, one));
  }

  #object(schema: Schema, name: string, value: Readonly<Record<string, unknown>>): unknown {
    const { properties, additionalProperties } = schema;
    if (properties === undefined && additionalProperties === undefined) return value;
    const members = Object.entries(value).map(([member, inner]) => {
      const place = name === "" ? member : `${name}.${member}`;
      const named = own(properties, member) ?? additionalProperties;
      if (named === undefined) this.#meetUnnamed(place, properties, inner);
      return [member, named === undefined ? inner : this.read(named, place, inner)];
    });
    return Object.fromEntries(members);
  }

  #meetUnnamed(place: string, properties: Schema["properties"], value: unknown): void {
    if (this.#unnamed === "kept") return;
    throw mistake(true, place, `no such member, but ${Object.keys(properties ?? {}).join(", ")}`, value);
  }
}

/** JSON of what {@link JsonReader} reads. */
export function toJson(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, written: unknown) {
    // As it was before its own `toJSON`, which a Buffer has.
    const member = this[name] instanceof Uint8Array ? this[name] : written;
    if (typeof member === "bigint") return String(member);
    if (member instanceof Uint8Array) return Buffer.from(member).toString("base64");
    return member === Infinity || member === -Infinity ? String(member) : member;
  });
}

function bigintOf(name: string, value: unknown): unknown {
  if (typeof value === "string" && WHOLE.test(value)) return BigInt(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  throw mistake(typeof value === "string", name, "a whole number as a decimal string", value);
}

function bytesOf(name: string, value: unknown): Uint8Array {
  if (typeof value === "string" && BASE64.test(value)) return new Uint8Array(Buffer.from(value, "base64"));
  throw mistake(typeof value === "string", name, "bytes in base64", value);
}

/** The first branch whose kind is that of the value; of objects, the one that knows the most of its members. */
function branchOf(schemas: Schemas, branches: readonly Schema[], value: unknown): Schema {
  const fitting = branches.filter((one) => isOfKind(resolved(schemas, one), value));
  if (!isObject(value)) return fitting[0] ?? {};
  const known = (one: Schema): number =>
    Object.keys(value).filter((name) => memberNames(schemas, one)?.includes(name) === true).length;
  return fitting.reduce<Schema>((best, one) => (known(one) > known(best) ? one : best), fitting[0] ?? {});
}

function isOfKind(schema: Schema, value: unknown): boolean {
  if (schema.format === "bigint" || schema.contentEncoding === "base64") return typeof value === "string";
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.some((one) => one === value);
  return kindsOf(value).some((kind) => schema.type === kind || schema.type?.includes(kind) === true);
}

function kindsOf(value: unknown): string[] {
  if (value === null) return ["null"];
  return [Array.isArray(value) ? "array" : typeof value];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names come from requests: `constructor` is none of a schema. */
function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
