import type { ClientResult } from "../../values/client-result.js";
import type { OperationOptions, Operations } from "./operation.js";
import { Task } from "./task.js";

/**
 * An operation: with a callback as last argument, which is called once, or without one and with a promise. The promise rejects
 * with `ClientResultError`; a callback gets the failed result and defaults.
 */
export interface Operation<
  Args extends unknown[],
  Value = ClientResult,
  CallbackArgs extends unknown[] = [result: ClientResult],
> {
  (...args: [...args: Args, callback: (...args: CallbackArgs) => void]): void;
  (...args: [...args: Args, options?: OperationOptions]): Promise<Value>;
}

/** How a member does its work: it gets the parts of the client that it needs, then its own arguments. */
type MemberOf<M, Parts> =
  M extends Operation<infer Args, infer Value, infer CallbackArgs>
    ? (parts: Parts, ...args: Args) => Task<Value, CallbackArgs>
    : M extends (...args: infer Args) => infer Result
      ? (parts: Parts, ...args: Args) => Result
      : never;

/** One entry per member of the interface. An operation declares all its arguments: its callback is the one behind them. */
export type MembersOf<M, Parts> = { readonly [K in keyof M]: MemberOf<M[K], Parts> };

interface Started {
  readonly operations: Operations;
}

/**
 * Gives a class the members of a table.
 * @param partsOf the parts of an object of the class
 */
export function defineMembers<C, M, Parts>(
  type: { readonly prototype: C & M },
  table: MembersOf<M, Parts>,
  partsOf: (object: C) => Parts & Started,
): void {
  type Member = (parts: Parts, ...args: never[]) => unknown;
  for (const [name, member] of Object.entries<Member>(table as Readonly<Record<string, Member>>)) {
    const functionName = name.charAt(0).toUpperCase() + name.slice(1);
    const value = {
      [name](this: C, ...args: never[]) {
        const parts = partsOf(this);
        const result = member(parts, ...args);
        if (!(result instanceof Task)) return result;
        return parts.operations.start(result, args[member.length - 1], functionName);
      },
    }[name];
    Object.defineProperty(type.prototype, name, { value, configurable: true, writable: true });
  }
}
