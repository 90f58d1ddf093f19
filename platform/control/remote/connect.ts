import type { ControlAccess } from "../access.js";
import { named, signalOf } from "../calls.js";
import type { Control } from "../control.js";
import type { ControlTable, Operation } from "../operation.js";
import { TABLE } from "../table.js";
import type { UserActions } from "../user-actions.js";
import { JsonReader, toJson } from "../values.js";
import type { FollowOptions } from "../groups/timeline.js";
import { ask, checkedAccess } from "./ask.js";
import { followRemotely } from "./follow.js";

/** A group of operations, each of which answers later. What gives one result after the other stays as it is. */
export type Remote<Group> = {
  readonly [Name in keyof Group as Group[Name] extends Method ? Name : never]: Group[Name] extends (
    ...given: infer Given
  ) => infer Result
    ? Result extends AsyncIterable<unknown>
      ? (...given: Given) => Result
      : (...given: Given) => Promise<Awaited<Result>>
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
  const { timeline, ...groups } = connectGroups(access, TABLE) as RemoteControl;
  const follow = (options: FollowOptions = {}) => followRemotely(checkedAccess(access), options);
  return Object.freeze({ ...groups, timeline: Object.freeze({ ...timeline, follow }) });
}

/**
 * The groups of a table on a platform in another process, by name: objects whose methods return promises, or, of bound operations,
 * functions of their first argument that return such objects.
 * @throws {ArgumentError} when the address is none of `http:` or `unix:`
 */
export function connectGroups(access: ControlAccess, table: ControlTable): object {
  const target = { access: checkedAccess(access), table };
  const names = new Set(table.operations.map(({ group }) => group));
  const members = [...names].map((group) => {
    const operations = table.operations.filter((one) => one.group === group);
    const isBound = operations.some((one) => one.isBound);
    const bind = (first: unknown) => groupOf(target, operations, [first]);
    return [group, isBound ? bind : groupOf(target, operations, [])];
  });
  return Object.freeze(Object.fromEntries(members));
}

interface Target {
  readonly access: ControlAccess;
  readonly table: ControlTable;
}

function groupOf(target: Target, operations: readonly Operation[], bound: readonly unknown[]): object {
  const methods = operations.map((operation) => [
    operation.name,
    (...given: unknown[]) => perform(target, operation, [...bound, ...given]),
  ]);
  return Object.freeze(Object.fromEntries(methods));
}

async function perform(
  { access, table }: Target,
  operation: Operation,
  values: readonly unknown[],
): Promise<unknown> {
  const { group, name, result } = operation;
  const body = toJson(named(operation, values)) ?? "{}";
  const signal = signalOf(operation, values);
  const answer = await ask(access, `/control/v1/${group}/${name}`, body, signal);
  // The platform may be newer than this client.
  const reader = new JsonReader(table.schemas, "kept");
  return result === undefined ? undefined : reader.read(result, "result", JSON.parse(answer));
}
