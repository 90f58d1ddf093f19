import { functionArgument, objectArgument, optionalArgument } from "../../argument.js";
import type { ClientResult } from "../../values/client-result.js";
import type { EventHub } from "../events/event-hub.js";
import { nextEvent } from "../events/event-wait.js";
import { success } from "./failure.js";
import type { OperationOptions, Operations } from "./operation.js";
import { Task, type OperationCall, type Shape } from "./task.js";

/** How `once` waits. */
export interface OnceOptions<Args extends unknown[]> extends OperationOptions {
  /** Called with the event's arguments; the first true ends the wait. Default: any event. */
  readonly filter?: (...args: Args) => boolean;
}

type Events<E> = { [K in keyof E]: (...args: never[]) => void };

/** An event, or what the game's filter threw. */
interface Outcome<A> {
  readonly result: ClientResult;
  readonly args: A | undefined;
  readonly threw?: { readonly error: unknown };
}

const outcomeShape = <A>(): Shape<Outcome<A>, []> => ({
  failed: (result) => ({ result, args: undefined }),
  args: () => [],
  result: ({ result }) => result,
});

/** The arguments of the next event that fits, as a promise. */
export async function once<E extends Events<E>, K extends keyof E>(
  { events, operations }: { readonly events: EventHub<E>; readonly operations: Operations },
  event: K,
  options: OnceOptions<Parameters<E[K]>> = {},
): Promise<Parameters<E[K]>> {
  type Args = Parameters<E[K]>;
  const { filter } = objectArgument("options", options);
  const fits = optionalArgument("filter", filter, functionArgument) ?? (() => true);
  const run = async ({ signal }: OperationCall): Promise<Outcome<Args>> => {
    try {
      return { result: success(), args: await nextEvent(events, event, fits, signal) };
    } catch (error) {
      return { result: success(), args: undefined, threw: { error } };
    }
  };
  const ended = await operations.start(new Task(outcomeShape<Args>(), run), options);
  if (ended?.threw !== undefined) throw ended.threw.error;
  return ended?.args as Args;
}
