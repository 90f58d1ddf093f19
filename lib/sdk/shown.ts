import { enumToString } from "../enums/index.js";

type Inspect = (value: unknown, options: object) => string;
interface InspectOptions {
  readonly depth?: number | null;
}

/** A value that JSON can hold. */
export type Plain = string | number | boolean | null | undefined | Plain[] | { [name: string]: Plain };

/** Words for a number: the name of an enumerator. */
export type Words = (value: number) => string;

/** Words for an enum; "unknown" for a number that it does not have. */
export function wordsOf(enumType: object): Words {
  return (value) => enumToString(enumType, value);
}

/** The position of an object among those shown with it: the handles above it. */
export class Nesting {
  static readonly none = new Nesting([]);
  readonly #above: readonly string[];

  private constructor(above: readonly string[]) {
    this.#above = above;
  }

  get isFirst(): boolean {
    return this.#above.length === 0;
  }

  /** The nesting of what an object holds. Value objects end by themselves and are not counted. */
  in(owner: Shown): Nesting {
    return owner.isLive ? new Nesting([...this.#above, keyOf(owner)]) : this;
  }

  /** Whether a handle is written out here, and not only its id. */
  holds(handle: Shown): boolean {
    return this.#above.length <= HANDLES_BELOW && !this.#above.includes(keyOf(handle));
  }
}

/** Handles that are written out below the first one: a lobby has members, which have users. */
const HANDLES_BELOW = 2;

function keyOf(shown: Shown): string {
  return `${shown.constructor.name} ${idOf(shown) ?? ""}`;
}

function idOf(shown: Shown): string | undefined {
  const { id } = shown as { id?: unknown };
  return typeof id === "bigint" ? String(id) : undefined;
}

/**
 * Has no copy: the structured clone algorithm, which workers and Electron's IPC use, names it in its error. Without it, an
 * object whose fields are private would arrive as `{}`.
 */
const uncloneable: object = Object.setPrototypeOf(
  new WeakSet(),
  Object.create(null, { [Symbol.toStringTag]: { value: "of sdkpp: send its toObject() instead" } }) as object,
) as object;

/** How the properties of a class are shown. */
export interface Presentation {
  /** names of properties that must not be printed */
  readonly secrets?: readonly string[];
  /** words of properties that are numbers of an enum */
  readonly words?: Readonly<Record<string, Words>>;
}
const PRESENTATION = Symbol("presentation");

/** Says how the properties of a class are shown. Several calls add up. */
export function showAs(type: { readonly prototype: Shown }, presentation: Presentation): void {
  const value = { ...presentationOf(type.prototype), ...presentation };
  Object.defineProperty(type.prototype, PRESENTATION, { value, configurable: true });
}

/** How the properties of an object or of a prototype are shown. */
export function presentationOf(shown: Shown): Required<Presentation> {
  return {
    secrets: [],
    words: {},
    ...(shown as unknown as { readonly [PRESENTATION]?: Presentation })[PRESENTATION],
  };
}

/** An object that shows what it holds: to `console.log`, to JSON, and as a plain object. */
export abstract class Shown {
  /** @internal Structured clone sees own enumerable properties with a string as key only. */
  readonly uncloneable = uncloneable;

  /** @internal whether it reads live state: then it is written out only so deep */
  readonly isLive: boolean = false;

  /** Whether the object can be used. */
  abstract isValid(): boolean;

  /**
   * Gives the properties as a plain object, for a log, a screen, a worker or Electron's IPC: ids and other `bigint`s as strings,
   * secrets as "[secret]", beside the number of an enumerator its name (`status: 1`, `statusName: "Idle"`). Value objects are
   * written out. Handles are down to the users of a lobby's members; deeper ones, lists of them below the first object, and
   * those that are above already, are their id. An object that is not valid gives `{}`.
   */
  toObject(): { [name: string]: Plain } {
    return this.isValid() ? this.properties(Nesting.none) : {};
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

  /** @internal every property that the class documents */
  properties(nesting: Nesting): { [name: string]: Plain } {
    const { secrets, words } = presentationOf(this);
    const inside = nesting.in(this);
    const shown: { [name: string]: Plain } = {};
    for (const name of getters(this)) {
      const value = (this as unknown as Readonly<Record<string, unknown>>)[name];
      shown[name] =
        secrets.includes(name) && value !== "" ? "[secret]" : plain(value, inside, nesting.isFirst);
      const inWords = words[name];
      if (inWords !== undefined && typeof value === "number") shown[`${name}Name`] = inWords(value);
    }
    return shown;
  }
}

/** An object that another one holds, or its id. */
export function held(value: Shown, nesting: Nesting): Plain {
  if (!value.isValid()) return null;
  return !value.isLive || nesting.holds(value) ? value.properties(nesting) : shortOf(value);
}

/** @param holdsLists whether handles in lists are written out */
function plain(value: unknown, nesting: Nesting, holdsLists: boolean): Plain {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Shown) return held(value, nesting);
  if (Array.isArray(value))
    return value.map((one) =>
      one instanceof Shown && one.isLive && !holdsLists ? shortOf(one) : plain(one, nesting, holdsLists),
    );
  if (typeof value !== "object" || value === null) return value as Plain;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, plain(one, nesting, holdsLists)]),
  );
}

function shortOf(handle: Shown): string {
  return idOf(handle) ?? `[${handle.constructor.name}]`;
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
