import { list, members, mistake } from "../../guard/arguments.js";

/** Checks one value of a payload. @throws {ArgumentError}, {@link ArgumentRangeError} with the place, what is expected there and what it is */
export type Shape = (name: string, value: unknown) => void;

type MemberShapes = Readonly<Record<string, Shape>>;

/** An object with these members. Optional members are checked when they are there, and other members are not checked. */
export function object(required: MemberShapes, optional: MemberShapes = {}): Shape {
  return (name, value) => {
    const given = members(name, value);
    for (const [member, shape] of Object.entries(required)) shape(`${name}.${member}`, own(given, member));
    for (const [member, shape] of Object.entries(optional))
      if (own(given, member) !== undefined) shape(`${name}.${member}`, given[member]);
  };
}

/** A value that fits all of these shapes. */
export function all(...shapes: readonly Shape[]): Shape {
  return (name, value) => {
    for (const shape of shapes) shape(name, value);
  };
}

export function nullable(shape: Shape): Shape {
  return (name, value) => {
    if (value !== null) shape(name, value);
  };
}

export function listOf(shape: Shape): Shape {
  return (name, value) => void list(name, value, shape);
}

/** No value: the event has no data. */
export const nothing: Shape = (name, value) => {
  if (value !== undefined) throw mistake(false, name, "no data", value);
};

/** An object with any members. */
export const anything: Shape = (name, value) => void members(name, value);

export const number: Shape = (name, value) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw mistake(false, name, "a number", value);
};

/** ISO 8601, as payloads have times. */
export const time: Shape = (name, value) => {
  if (typeof value !== "string" || Number.isNaN(Date.parse(value)))
    throw mistake(typeof value === "string", name, "a time in ISO 8601, such as 2026-01-31T12:00:00Z", value);
};

function own(given: Readonly<Record<string, unknown>>, member: string): unknown {
  return Object.hasOwn(given, member) ? given[member] : undefined;
}
