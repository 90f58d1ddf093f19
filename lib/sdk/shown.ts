type Inspect = (value: unknown, options: object) => string;
interface InspectOptions {
  readonly depth?: number | null;
}

/** A value that JSON can hold. */
export type Plain = string | number | boolean | null | undefined | Plain[] | { [name: string]: Plain };

/** Nested objects below the first are shown with their id only: a user has a relationship, which has a user. */
const DEPTH = 2;

/**
 * Has no copy: the structured clone algorithm, which workers and Electron's IPC use, names it in its error. Without it, an
 * object whose fields are private would arrive as `{}`.
 */
const uncloneable: object = Object.setPrototypeOf(
  new WeakSet(),
  Object.create(null, { [Symbol.toStringTag]: { value: "of sdkpp: send its toObject() instead" } }) as object,
) as object;

/** An object that shows what it holds: to `console.log`, to JSON, and as a plain object. */
export abstract class Shown {
  /** @internal names of properties that nobody may see by accident */
  static readonly secrets: readonly string[] = [];

  /** @internal */
  readonly uncloneable = uncloneable;

  abstract isValid(): boolean;

  /**
   * Gives the properties as a plain object, for a log, a worker or Electron's IPC: ids and other `bigint`s as strings, secrets
   * as "[secret]", objects in objects in objects as their id. An object that is not valid gives `{}`.
   */
  toObject(): { [name: string]: Plain } {
    return this.isValid() ? this.properties(DEPTH) : {};
  }

  /** As {@link toObject}; `JSON.stringify` calls it. */
  toJSON(): { [name: string]: Plain } {
    return this.toObject();
  }

  /** @internal */
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: InspectOptions,
    inspect: Inspect,
  ): string {
    const { name } = this.constructor;
    return `${name} ${this.isValid() ? inspect(this.toObject(), options) : "(not valid)"}`;
  }

  /** Every property that the class documents. @param depth levels of objects that are written out */
  protected properties(depth: number): { [name: string]: Plain } {
    const { secrets } = this.constructor as typeof Shown;
    const shown = getters(this).map((name): [string, Plain] => {
      const value = (this as unknown as Readonly<Record<string, unknown>>)[name];
      return [name, secrets.includes(name) && value !== "" ? "[secret]" : plain(value, depth - 1)];
    });
    return Object.fromEntries(shown);
  }

  /** @internal a nested object */
  static nested(value: Shown, depth: number): Plain {
    if (!value.isValid()) return null;
    if (depth > 0) return value.properties(depth);
    const { id } = value as { id?: unknown };
    return typeof id === "bigint" ? String(id) : `[${value.constructor.name}]`;
  }
}

function plain(value: unknown, depth: number): Plain {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Shown) return Shown.nested(value, depth);
  if (Array.isArray(value)) return value.map((one) => plain(one, depth));
  if (typeof value !== "object" || value === null) return value as Plain;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, depth)]));
}

const known = new Map<object, readonly string[]>();

/** Names of the getters of an object's class, in the order of their definition; not those of the base below {@link Shown}. */
function getters(object: object): readonly string[] {
  const prototype = Object.getPrototypeOf(object) as object;
  const before = known.get(prototype);
  if (before !== undefined) return before;
  const names: string[] = [];
  for (let at = prototype, base = above(at); base !== Shown.prototype; at = base, base = above(at))
    names.push(...Object.keys(Object.getOwnPropertyDescriptors(at)).filter((name) => hasGetter(at, name)));
  known.set(prototype, names);
  return names;
}

function above(prototype: object): object {
  return Object.getPrototypeOf(prototype) as object;
}

function hasGetter(prototype: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get !== undefined;
}
