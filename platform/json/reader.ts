import { Type, type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** A snowflake as clients send it: a decimal string, or a bare integer that the lossless reader kept exact. */
export const Id = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);

/** What every message of both gateways has. */
const Frame = Type.Object({ op: Type.Integer({ minimum: 0 }), d: Type.Optional(Type.Unknown()) });

/** @returns a reader that answers undefined for what does not fit the schema */
export function reader<S extends TSchema>(schema: S): (value: unknown) => Static<S> | undefined {
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? (value as Static<S>) : undefined);
}

export const readFrame = reader(Frame);
