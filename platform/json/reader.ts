import { Type, type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** A snowflake as clients send it: a decimal string, or an integer that the lossless parser keeps exact. */
export const Id = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);

/** The fields of every message of both gateways. */
const Frame = Type.Object({ op: Type.Integer({ minimum: 0 }), d: Type.Optional(Type.Unknown()) });

/** Returns a value that matches its schema, otherwise undefined. */
export interface Reader<T> {
  (value: unknown): T | undefined;
  /** The first mismatch: a path that starts with `name`, and the expectation. Contains nothing of the value. */
  complaint(name: string, value: unknown): string;
}

export function reader<S extends TSchema>(schema: S): Reader<Static<S>> {
  const validator = Compile(schema);
  const read = (value: unknown) => (validator.Check(value) ? (value as Static<S>) : undefined);
  const complaint = (name: string, value: unknown): string => {
    const [first] = validator.Errors(value);
    return first === undefined
      ? `${name} does not match its schema`
      : `${name}${first.instancePath} ${first.message}`;
  };
  return Object.assign(read, { complaint });
}

export const readFrame = reader(Frame);
