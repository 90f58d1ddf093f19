import { mistake } from "../guard/arguments.js";
import type { ControlTable, Operation } from "./operation.js";
import { JsonReader, memberNames } from "./values.js";

/** Arguments by name, as requests have them. */
export type NamedArguments = Readonly<Record<string, unknown>>;

/** The operation of this name; undefined when there is none. */
export function findOperation(table: ControlTable, group: string, name: string): Operation | undefined {
  return table.operations.find((one) => one.group === group && one.name === name);
}

/**
 * Arguments in the order in which the method takes them.
 * @throws {ArgumentError} for a name that no argument has
 */
export function positional(
  { schemas }: ControlTable,
  operation: Operation,
  given: NamedArguments,
): unknown[] {
  const names = operation.arguments.map(({ name }) => name);
  const last = operation.spread === true ? names.pop() : undefined;
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  if (last === undefined) refuseOthers(names, rest);
  const reader = new JsonReader(schemas, "refused");
  return operation.arguments.map(({ name, schema, isOptional }) => {
    if (name !== last) return name in given ? reader.read(schema, name, given[name]) : undefined;
    if (isOptional === true && Object.keys(rest).length === 0) return undefined;
    return reader.read(schema, "", rest);
  });
}

/** The opposite of {@link positional}. A signal stays in its process. */
export function named(operation: Operation, values: readonly unknown[]): NamedArguments {
  const pairs = operation.arguments.map(({ name }, index): [string, unknown] => [name, values[index]]);
  const last = operation.spread === true ? pairs.pop() : undefined;
  const all = { ...Object.fromEntries(pairs), ...(last?.[1] as object | undefined) };
  if (operation.isAbortable !== true) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== "signal"));
}

/** The signal among the arguments of an operation; undefined: there is none. */
export function signalOf(operation: Operation, values: readonly unknown[]): AbortSignal | undefined {
  if (operation.isAbortable !== true) return undefined;
  const { signal } = (values[operation.arguments.length - 1] ?? {}) as { readonly signal?: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Names of everything that a request for an operation may have. */
export function requestNames({ schemas }: ControlTable, operation: Operation): string[] {
  const { arguments: all, spread } = operation;
  return all.flatMap(({ name, schema }, index) =>
    spread === true && index === all.length - 1 ? (memberNames(schemas, schema) ?? []) : [name],
  );
}

/**
 * Calls a method.
 * @param groups control, in this process or in another, or what extends it
 * @param signal ends an operation that can be ended; others go on
 */
export async function invoke(
  groups: object,
  operation: Operation,
  values: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  const { group, name, isBound } = operation;
  const all = signal === undefined ? values : withSignal(operation, values, signal);
  if (isBound !== true) return call((groups as Record<string, object>)[group], name, all);
  const [first, ...others] = all;
  return call((await call(groups, group, [first])) as object, name, others);
}

function withSignal({ isAbortable }: Operation, values: readonly unknown[], signal: AbortSignal): unknown[] {
  if (isAbortable !== true) return [...values];
  return [...values.slice(0, -1), { ...(values.at(-1) as object | undefined), signal }];
}

function call(target: object | undefined, name: string, values: readonly unknown[]): unknown {
  const method = (target as Record<string, (...given: readonly unknown[]) => unknown>)[name];
  return method?.apply(target, [...values]);
}

function refuseOthers(names: readonly string[], rest: NamedArguments): void {
  const [extra] = Object.entries(rest);
  if (extra === undefined) return;
  const expected = names.length === 0 ? "no argument" : `no such argument, but ${names.join(", ")}`;
  throw mistake(true, extra[0], expected, extra[1]);
}
