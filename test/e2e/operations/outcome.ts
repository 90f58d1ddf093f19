import { ClientResult, ClientResultError, ErrorType } from "sdkpp";
import { expect } from "vitest";
import type { Expected, OperationRow, Outcome, Start } from "./row.js";

export type Form = "callback" | "promise";
export const FORMS: readonly Form[] = ["callback", "promise"];

/** Violations of the callback contract; check it at the end. */
export const misbehaviour: string[] = [];

/** Starts an operation in one form. @returns its outcome; a rejection is an outcome too */
export function end(form: Form, start: Start, signal?: AbortSignal): Promise<Outcome> {
  return form === "callback" ? byCallback(start) : byPromise(start, signal);
}

function byCallback(start: Start): Promise<Outcome> {
  return new Promise((resolve) => {
    let isStarted = false;
    let calls = 0;
    const returned = start((...args: unknown[]) => {
      calls += 1;
      if (!isStarted) misbehaviour.push("a callback ran before its operation had returned");
      if (calls > 1) misbehaviour.push("a callback ran twice");
      const [first, ...rest] = args;
      const hasResult = first instanceof ClientResult;
      resolve(hasResult ? { result: first, values: rest } : { result: undefined, values: args });
    });
    isStarted = true;
    if (returned !== undefined) misbehaviour.push("the callback form returned something");
  });
}

async function byPromise(start: Start, signal: AbortSignal | undefined): Promise<Outcome> {
  try {
    return outcomeOf(await (start(signal === undefined ? undefined : { signal }) as Promise<unknown>));
  } catch (error) {
    if (!(error instanceof ClientResultError)) throw error;
    expect(error.result.successful).toBe(false);
    expect(error.code).toBe(nameOf(error.result.type));
    return { result: error.result, values: [] };
  }
}

function outcomeOf(value: unknown): Outcome {
  if (value instanceof ClientResult) return { result: value, values: [] };
  if (typeof value === "object" && value !== null && "result" in value) {
    const { result, ...rest } = value;
    // In the order of the callback's arguments.
    return { result: result as ClientResult, values: Object.values(rest) };
  }
  return { result: undefined, values: value === undefined ? [] : [value] };
}

function nameOf(type: ErrorType): string | undefined {
  return Object.entries(ErrorType).find(([, value]) => value === type)?.[0];
}

/** Expects this failure, without the values of a success. */
export function expectFailure(
  row: OperationRow,
  form: Form,
  { result, values }: Outcome,
  expected: Expected,
) {
  const { type, status = 0, errorCode = 0, retryable = false, retryAfter = 0 } = expected;
  expect({
    type: nameOf(result?.type ?? ErrorType.None),
    status: result?.status,
    errorCode: result?.errorCode,
    retryable: result?.retryable,
    retryAfter: result?.retryAfter,
    successful: result?.successful,
  }).toEqual({ type: nameOf(type), status, errorCode, retryable, retryAfter, successful: false });
  expect(result?.error).not.toBe("");
  expect(result?.toString()).toBe(result?.error);
  if (type === ErrorType.HTTPError) expect(() => JSON.parse(result?.responseBody ?? "")).not.toThrow();
  else expect(result?.responseBody).toBe("");
  if (form === "callback") expect(values).toEqual(row.defaults);
}

/** Expects a success without error fields. */
export function expectSuccess(row: OperationRow, { result, values }: Outcome) {
  if (row.isVoid !== true)
    expect([result === undefined ? undefined : nameOf(result.type), result?.error, result?.status]).toEqual([
      "None",
      "",
      0,
    ]);
  else expect(result).toBeUndefined();
  expect(values).toHaveLength(row.defaults.length);
}
