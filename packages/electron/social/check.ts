import { Activity, ActivityInvite, ArgumentError, ArgumentRangeError, type ActivityPartyFields } from "sdkpp";
import * as enums from "sdkpp/enums";
import { ActivityAssets, ActivityParty, ActivitySecrets, ActivityTimestamps } from "sdkpp";
import type { Argument, Shape, ValueClass } from "sdkpp/surface";

type Values = Readonly<Record<string, unknown>>;

/** A text longer than this is no argument of any operation. */
const TEXT_MAX = 100_000;
const PAIRS_MAX = 1000;
const LIST_MAX = 1000;
const ID_PATTERN = /^\d{1,20}$/;

/**
 * Checks what a page gives, and makes the SDK's objects from it. Nothing that the table does not name passes through.
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the argument
 */
export function checkedArguments(rows: readonly Argument[], values: readonly unknown[]): unknown[] {
  if (values.length > rows.length)
    throw new ArgumentRangeError("arguments", `at most ${String(rows.length)}`, String(values.length));
  return rows.map(([name, shape], at) => checked(name, shape, values[at]));
}

function checked(name: string, shape: Shape, value: unknown): unknown {
  switch (shape.is) {
    case "text":
      return text(name, value);
    case "id":
      return id(name, value);
    case "number":
    case "time":
      return typed(name, "number", "a number", value);
    case "flag":
      return typed(name, "boolean", "a boolean", value);
    case "texts":
      return texts(name, value);
    case "enum":
      return enumerator(name, enums[shape.name], value);
    case "optional":
      return value === undefined || value === null ? undefined : checked(name, shape.of, value);
    case "list":
      return list(name, value).map((one, at) => checked(`${name}[${String(at)}]`, shape.of, one));
    case "fields":
      return record(name, shape, value);
    case "nothing":
      return undefined;
  }
}

function typed(
  name: string,
  type: "number" | "boolean" | "string",
  expected: string,
  value: unknown,
): unknown {
  if (typeof value === type) return value;
  throw new ArgumentError(name, expected, shown(value));
}

function text(name: string, value: unknown): string {
  const given = typed(name, "string", "a string", value) as string;
  if (given.length <= TEXT_MAX) return given;
  throw new ArgumentRangeError(name, `at most ${String(TEXT_MAX)} characters`, String(given.length));
}

function id(name: string, value: unknown): string {
  if (typeof value === "string" && ID_PATTERN.test(value)) return value;
  throw new ArgumentError(name, "an id in decimal digits", shown(value));
}

function enumerator(name: string, values: Readonly<Record<string, number>>, value: unknown): unknown {
  if (Object.values(values).some((one) => one === value)) return value;
  const expected = `one of ${Object.entries(values)
    .map(([word, number]) => `${String(number)} (${word})`)
    .join(", ")}`;
  if (typeof value === "number") throw new ArgumentRangeError(name, expected, String(value));
  throw new ArgumentError(name, expected, shown(value));
}

function texts(name: string, value: unknown): Values {
  const pairs = Object.entries(object(name, value));
  if (pairs.length > PAIRS_MAX)
    throw new ArgumentRangeError(name, `at most ${String(PAIRS_MAX)} pairs`, String(pairs.length));
  return Object.fromEntries(
    pairs.map(([key, one]) => [text(`${name}: key`, key), text(`${name}.${key}`, one)]),
  );
}

function list(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ArgumentError(name, "an array", shown(value));
  if (value.length <= LIST_MAX) return value;
  throw new ArgumentRangeError(name, `at most ${String(LIST_MAX)} elements`, String(value.length));
}

function record(name: string, shape: Shape & { is: "fields" }, value: unknown): unknown {
  const given = object(name, value);
  const rows = Object.entries(shape.fields);
  const fields = Object.fromEntries(
    rows.map(([field, of]) => [field, checked(`${name}.${field}`, of, given[field])]),
  );
  return shape.as === undefined ? fields : MADE[shape.as](fields as never);
}

function object(name: string, value: unknown): Values {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Values;
  throw new ArgumentError(name, "an object", shown(value));
}

function shown(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value;
}

/** Sets the given properties, by which a value object checks them once more. */
function filled<T extends object>(target: T, values: object): T {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) (target as Record<string, unknown>)[name] = value;
  return target;
}

interface GivenActivity {
  readonly party?: Partial<ActivityPartyFields>;
  readonly assets?: object;
  readonly timestamps?: { start: number; end: number };
  readonly secrets?: { join: string };
}

const MADE: { readonly [K in ValueClass]: (fields: never) => object } = {
  Activity: ({ party, assets, timestamps, secrets, ...plain }: GivenActivity) => {
    const activity = filled(new Activity(), plain);
    if (party !== undefined) activity.party = filled(new ActivityParty(), party);
    if (assets !== undefined) activity.assets = filled(new ActivityAssets(), assets);
    if (timestamps !== undefined)
      activity.timestamps = filled(new ActivityTimestamps(), {
        start: BigInt(Math.trunc(timestamps.start)),
        end: BigInt(Math.trunc(timestamps.end)),
      });
    if (secrets !== undefined) activity.secrets = filled(new ActivitySecrets(), secrets);
    return activity;
  },
  ActivityInvite: (fields: object) => filled(new ActivityInvite(), fields),
};
