import { Type, type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** A snowflake as clients send it: a decimal string, or a bare integer that the lossless reader kept exact. */
export const Id = Type.Union([
  Type.String({ pattern: "^(0|[1-9][0-9]{0,19})$" }),
  Type.Integer({ minimum: 0 }),
]);

/** What every message of both gateways has. */
const Frame = Type.Object({ op: Type.Integer({ minimum: 0 }), d: Type.Optional(Type.Unknown()) });

/** Answers undefined for what does not fit its schema. */
export interface Reader<T> {
  (value: unknown): T | undefined;
  /** What does not fit, in words: a path that begins with `name`, and a demand; nothing of what came. */
  complaint(name: string, value: unknown): string;
}

export function reader<S extends TSchema>(schema: S): Reader<Static<S>> {
  const validator = Compile(schema);
  const read = (value: unknown) => (validator.Check(value) ? (value as Static<S>) : undefined);
  const complaint = (name: string, value: unknown): string => {
    const [first] = validator.Errors(value);
    return first === undefined ? `${name} does not fit` : `${name}${first.instancePath} ${first.message}`;
  };
  return Object.assign(read, { complaint });
}

export const readFrame = reader(Frame);
