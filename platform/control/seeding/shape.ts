import { inspect } from "node:util";
import type { Schema } from "../operation.js";
import { resolved, type Schemas } from "../values.js";
import type { SeedFile } from "../../seed-file.js";
import { SEED_SCHEMA } from "./schema.js";
import type { SeedPath, SeedSource } from "./source.js";

/** Entries of all lists together. */
const ENTRIES_MAX = 10_000;
const TEXT_MAX = 1024;
const SHOWN_MAX = 60;
const WORDS_MAX = 12;

/**
 * A seed whose parts have the types of {@link SeedFile}.
 * @throws {RangeError} with the place of the first part that has not
 */
export function checkedSeed(source: SeedSource): SeedFile {
  new ShapeCheck(source, SEED_SCHEMA.schemas).check(SEED_SCHEMA.root, source.value ?? {}, []);
  return (source.value ?? {}) as SeedFile;
}

class ShapeCheck {
  readonly #source: SeedSource;
  readonly #schemas: Schemas;
  #entries = 0;

  constructor(source: SeedSource, schemas: Schemas) {
    this.#source = source;
    this.#schemas = schemas;
  }

  check(given: Schema, value: unknown, path: SeedPath): void {
    const schema = resolved(this.#schemas, given);
    if (schema.enum !== undefined) return this.#one(schema.enum, value, path);
    if (schema.type === "array") return this.#list(schema.items ?? {}, value, path);
    if (schema.type === "object") return this.#members(schema, value, path);
    if (typeof value !== schema.type) this.#fail(path, nameOf(schema), value);
    if (typeof value === "string" && (value === "" || value.length > TEXT_MAX))
      this.#fail(path, `1 to ${TEXT_MAX} characters`, value);
  }

  #one(words: readonly unknown[], value: unknown, path: SeedPath): void {
    if (words.includes(value)) return;
    const shown = words.slice(0, WORDS_MAX).map(String).join(", ");
    this.#fail(path, words.length > WORDS_MAX ? `one of ${shown} …` : shown, value);
  }

  #list(items: Schema, value: unknown, path: SeedPath): void {
    if (!Array.isArray(value)) return this.#fail(path, "a list", value);
    this.#entries += value.length;
    if (this.#entries > ENTRIES_MAX)
      this.#fail(path, `at most ${ENTRIES_MAX} entries in all lists`, this.#entries);
    value.forEach((one, index) => this.check(items, one, [...path, index]));
  }

  #members(
    { properties, required = [], additionalProperties }: Schema,
    value: unknown,
    path: SeedPath,
  ): void {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return this.#fail(path, "members, such as `name: …`", value);
    const missing = required.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) throw this.#source.error(path, `expected a member ${missing}, received none`);
    for (const [name, inner] of Object.entries(value)) {
      const known =
        properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (known === undefined)
        this.#fail([...path, name], `no such member, but ${Object.keys(properties ?? {}).join(", ")}`, inner);
      else this.check(known, inner, [...path, name]);
    }
  }

  #fail(path: SeedPath, expected: string, received: unknown): void {
    const shown = inspect(received, { depth: 0, breakLength: Infinity });
    const short = shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}…` : shown;
    throw this.#source.error(path, `expected ${expected}, received ${short}`);
  }
}

function nameOf({ type }: Schema): string {
  if (type === "boolean") return "true or false";
  return type === "number" ? "a number" : "a text";
}
