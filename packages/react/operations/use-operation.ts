import { useCallback, useEffect, useMemo, useState } from "react";
import type { Social } from "@sdkpp/electron/renderer";
import type { ArgumentsOf, OperationName, ResultOf } from "sdkpp/surface";
import { useSocial } from "../provider/use-social.js";
import { useLatest } from "../store/use-latest.js";
import type { OperationState, Outcome } from "./operation-state.js";
import { Runs } from "./runs.js";

/** What a component runs: it gives `signal` to the operations of `social`. */
export type OperationFunction<A extends readonly unknown[], T> = (
  social: Social,
  signal: AbortSignal,
  ...args: A
) => Promise<T>;

/** An operation of a component. */
export interface OperationHandle<A extends readonly unknown[], T> extends OperationState<T> {
  /** Runs it. It never rejects: it returns the value or the error. The same function in each render. */
  readonly run: (...args: A) => Promise<Outcome<T>>;
  /** Aborts what runs, and forgets value and error. */
  readonly reset: () => void;
}

type AnyFunction = OperationFunction<readonly unknown[], unknown>;

const IDLE: OperationState<never> = { isRunning: false, error: undefined, value: undefined };

/**
 * Returns an operation with the state of its newest run, whichever ends first. It renders as a run begins and ends. What still runs is aborted when the
 * component goes; it may have been done nevertheless.
 * @param operation a name of `sdkpp/surface`, or a function
 * @example
 * const send = useOperation("sendLobbyMessage");
 * const submit = async () => (await send.run(lobbyId, text)).isDone && setText("");
 * return <button disabled={send.isRunning} onClick={submit}>{send.error?.message ?? "Send"}</button>;
 */
export function useOperation<K extends OperationName>(
  operation: K,
): OperationHandle<ArgumentsOf<K>, ResultOf<K>>;
export function useOperation<A extends readonly unknown[], T>(
  operation: OperationFunction<A, T>,
): OperationHandle<A, T>;
export function useOperation(
  operation: OperationName | AnyFunction,
): OperationHandle<readonly unknown[], unknown> {
  const social = useSocial();
  const newest = useLatest(typeof operation === "string" ? named(operation) : operation);
  const [state, show] = useState<OperationState<unknown>>(IDLE);
  const runs = useMemo(() => new Runs<unknown>(show), []);
  useEffect(() => () => runs.abort(), [runs, social]);
  const run = useCallback(
    (...args: readonly unknown[]) =>
      runs.run((signal, ...given) => newest.current(social, signal, ...given), args),
    [runs, newest, social],
  );
  const reset = useCallback(() => runs.reset(), [runs]);
  return useMemo(() => Object.assign({ run, reset }, state), [run, reset, state]);
}

function named(name: OperationName): AnyFunction {
  return ({ operations }, signal, ...args) => {
    const member = operations[name] as (...all: readonly unknown[]) => Promise<unknown>;
    return member(...args, { signal });
  };
}
