import { members, mistake } from "../guard/arguments.js";
import type { Endpoints } from "../options.js";
import type { Control } from "./control.js";
import type { ControlTable } from "./operation.js";
import type { Seeded } from "./seed.js";
import { TABLE } from "./table.js";

/** The platform as an extension of control sees it. */
export interface ControlStage {
  readonly endpoints: Endpoints;
  readonly seeded: Seeded;
  readonly control: Control;
}

/** Groups of an extension that works. */
export interface OpenedExtension {
  /** By name; the operations of one are methods, or those of what it returns for the first argument of a bound operation. */
  readonly groups: Readonly<Record<string, unknown>>;
  /** Ends what its operations have opened. Called once, before the platform stops. */
  close(): Promise<void>;
}

/** Operations of another package on the control API, such as the people of `@sdkpp/testing`. */
export interface ControlExtension {
  readonly table: ControlTable;
  /** Called once, when everything else has started. */
  open(stage: ControlStage): Promise<OpenedExtension>;
}

/** The table of control with that of an extension. @throws {ArgumentRangeError} when both have an operation */
export function extended(table: ControlTable | undefined): ControlTable {
  if (table === undefined) return TABLE;
  const taken = new Set(TABLE.operations.map(({ group }) => group));
  const twice = table.operations.find(({ group }) => taken.has(group));
  if (twice !== undefined)
    throw mistake(true, "extension.table", "groups that control does not have", twice.group);
  return {
    operations: [...TABLE.operations, ...table.operations],
    // Types that both name are the platform's.
    schemas: { ...table.schemas, ...TABLE.schemas },
  };
}

/** @throws {ArgumentError} unless it has a table and opens */
export function checkedExtension(given: ControlExtension | undefined): ControlExtension | undefined {
  if (given === undefined) return undefined;
  const { table, open } = members("extension", given);
  members("extension.table", table);
  if (typeof open !== "function") throw mistake(false, "extension.open", "a function", open);
  return given;
}
