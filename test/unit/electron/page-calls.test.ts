import { ArgumentError, ArgumentRangeError, ClientResult, ClientResultError, SdkError } from "sdkpp";
import { ErrorType } from "sdkpp/enums";
import { describe, expect, it } from "vitest";
import type { Allowed, OperationName } from "sdkpp/surface";
import type { ToPage } from "../../../packages/electron/bridge/messages.js";
import { PageCalls } from "../../../packages/electron/social/page-calls.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

type Run = (name: OperationName, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

function scene(run: Run, allow: readonly Allowed[] = ["leaveLobby"]) {
  const clock = new VirtualClock();
  const posted: ToPage[] = [];
  const calls = new PageCalls({ allow: new Set(allow), run, clock, post: (one) => posted.push(one) });
  const start = (id: number, name = "leaveLobby", deadlineMs = 1000): void =>
    calls.start({ type: "call", id, name, args: ["7"], deadlineMs });
  const failures = async () => {
    await settle();
    return posted.splice(0).map((one) => (one.type === "failed" ? one.failure.code : one.type));
  };
  return { clock, posted, calls, start, failures };
}

const never: Run = () => new Promise(() => undefined);

describe("what a page may ask for", () => {
  it("is what its allow-list names; anything else is refused before it is looked at", async () => {
    const asked: unknown[] = [];
    const { start, posted } = scene(async (...call) => void asked.push(call.slice(0, 2)));
    for (const [id, name] of ["leaveLobby", "blockUser", "users", "constructor", "__proto__"].entries())
      start(id, name);
    await settle();
    expect(asked).toEqual([["leaveLobby", ["7"]]]);
    const answers = posted.map((one) => (one.type === "failed" ? [one.id, one.failure.code] : [one.type]));
    expect(answers.sort()).toEqual([
      [1, "NOT_ALLOWED"],
      [2, "ARGUMENT_INVALID"],
      [3, "ARGUMENT_INVALID"],
      [4, "ARGUMENT_INVALID"],
      ["done"],
    ]);
  });

  it("ends with its deadline, and when it is cancelled, also where the operation goes on", async () => {
    const signals: AbortSignal[] = [];
    const { start, calls, clock, failures } = scene((_name, _args, signal) => {
      signals.push(signal);
      return never("leaveLobby", [], signal);
    });
    start(1);
    start(2);
    calls.cancel(2);
    expect(await failures()).toEqual(["Aborted"]);
    clock.advance(1000);
    expect(await failures()).toEqual(["DEADLINE"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(clock.pending).toBe(0);
  });

  it("is 100 operations at a time", async () => {
    const { start, failures, calls } = scene(never);
    for (let id = 0; id < 102; id += 1) start(id);
    expect(await failures()).toEqual(["TOO_MANY_OPERATIONS", "TOO_MANY_OPERATIONS"]);
    calls.cancel(0);
    expect(await failures()).toEqual(["Aborted"]);
    start(200);
    expect(await failures()).toEqual([]);
  });

  it("is answered with code, status and whether to try again, and with nothing of this process", async () => {
    const errors: Error[] = [
      new ArgumentError("lobbyId", "an id", "a number"),
      new ArgumentRangeError("limit", "1 to 200", "0"),
      new SdkError("NO_CALL", "none"),
      resultError(),
      new TypeError("x is undefined"),
    ];
    const { start, posted } = scene(() => Promise.reject(errors.shift()!));
    for (let id = 0; id < 5; id += 1) start(id);
    await settle();
    const failures = posted.map((one) => (one.type === "failed" ? one.failure : one));
    expect(failures.map((one) => Object.keys(one).join())).toEqual(
      failures.map(() => "code,message,status,retryable"),
    );
    expect(failures).toMatchObject([
      { code: "ARGUMENT_INVALID", status: 0, retryable: false },
      { code: "ARGUMENT_INVALID" },
      { code: "NO_CALL", message: "none" },
      { code: "HTTPError", status: 503, retryable: true },
      { code: "INTERNAL" },
    ]);
  });
});

function resultError(): ClientResultError {
  const result = new ClientResult();
  Object.assign(result, { type: ErrorType.HTTPError, error: "busy", status: 503, retryable: true });
  return new ClientResultError(result);
}
