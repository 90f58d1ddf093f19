import type { ClientResult } from "../../values/client-result.js";

/** How the value of an operation reaches its callback and its promise. */
export interface Shape<T, A extends unknown[]> {
  /** The value of a failed operation: the result and defaults. */
  failed(result: ClientResult): T;
  /** The callback's arguments. */
  args(value: T): A;
  result(value: T): ClientResult | undefined;
}

export const resultOnly: Shape<ClientResult, [ClientResult]> = {
  failed: (result) => result,
  args: (result) => [result],
  result: (result) => result,
};

/** The shape of an operation with a result and one value. @param empty the value when the operation fails */
export function resultAnd<K extends string, V>(
  name: K,
  empty: () => V,
): Shape<{ result: ClientResult } & Record<K, V>, [ClientResult, V]> {
  type Value = { result: ClientResult } & Record<K, V>;
  return {
    failed: (result) => ({ result, [name]: empty() }) as Value,
    args: (value) => [value.result, value[name]],
    result: ({ result }) => result,
  };
}

export const noResult: Shape<void, []> = {
  failed: () => undefined,
  args: () => [],
  result: () => undefined,
};

/** The shape of an operation with a value and no result. @param failed the value when the operation fails */
export function valueOnly<V>(failed: () => V): Shape<V, [V]> {
  return { failed, args: (value) => [value], result: () => undefined };
}

/** The call of an operation: its name, and the end that the game may set it. */
export interface OperationCall {
  readonly signal: AbortSignal;
  /** Name of the SDK function that the game called, such as `LeaveLobby`: the platform can disable it. */
  readonly functionName: string;
}

/** The work of an operation, which {@link Operations} starts. */
export class Task<T, A extends unknown[]> {
  constructor(
    readonly shape: Shape<T, A>,
    readonly run: (call: OperationCall) => Promise<T>,
  ) {}
}

export type TaskOf<S> = S extends Shape<infer T, infer A> ? Task<T, A> : never;
