import type { ControlAccess } from "../access.js";
import { named } from "../calls.js";
import type { Control } from "../control.js";
import type { Operation } from "../operation.js";
import { TABLE } from "../table.js";
import type { UserActions } from "../user-actions.js";
import { JsonReader, toJson } from "../values.js";
import { ask, checkedAccess } from "./ask.js";

/** The platform may be newer than this client. */
const RESULTS = new JsonReader(TABLE.schemas, "kept");

/** A group of operations, each of which answers later. */
export type Remote<Group> = {
  readonly [Name in keyof Group as Group[Name] extends Method ? Name : never]: Group[Name] extends (
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never;
};

type Method = (...given: never[]) => unknown;

/** {@link Control} of a platform in another process. */
export type RemoteControl = {
  readonly [Group in Exclude<keyof Control, "as">]: Remote<Control[Group]>;
} & {
  /** A user in the platform's own app. What is wrong with the id, its operations say. */
  as(userId: string): Remote<UserActions>;
};

/**
 * Control of a platform in another process: the same operations with the same arguments, each of which returns a promise. An
 * operation rejects with the error that it would throw there, or with a {@link ControlError}. A value that changes by itself, such
 * as the count of `faults.add`, is that of the moment.
 * @param access `platform.controlApi`, or what the platform printed when it started
 * @throws {ArgumentError} when the address is none of `http:` or `unix:`
 */
export function connectControl(access: ControlAccess): RemoteControl {
  const target = checkedAccess(access);
  const names = new Set(TABLE.operations.map(({ group }) => group));
  const groups = [...names].map((group) => [group, groupOf(target, group, [])]);
  const as = (userId: string) => groupOf(target, "as", [userId]);
  return Object.freeze({ ...Object.fromEntries(groups), as }) as RemoteControl;
}

function groupOf(access: ControlAccess, group: string, bound: readonly unknown[]): object {
  const operations = TABLE.operations.filter((one) => one.group === group);
  const methods = operations.map((operation) => [
    operation.name,
    (...given: unknown[]) => perform(access, operation, [...bound, ...given]),
  ]);
  return Object.freeze(Object.fromEntries(methods));
}

async function perform(
  access: ControlAccess,
  operation: Operation,
  values: readonly unknown[],
): Promise<unknown> {
  const { group, name, result } = operation;
  const body = toJson(named(operation, values)) ?? "{}";
  const answer = await ask(access, `/control/v1/${group}/${name}`, body);
  return result === undefined ? undefined : RESULTS.read(result, "result", JSON.parse(answer));
}
