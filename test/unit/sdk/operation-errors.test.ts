import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ArgumentError,
  ArgumentRangeError,
  AuthorizationArgs,
  type ClientResult,
  type ClientResultError,
  ErrorType,
  type OperationOptions,
} from "../../../lib/index.js";
import { systemClock } from "../../../lib/net/index.js";
import { Scene, TOKEN } from "./scene.js";

const mistake = new TypeError("Cannot read properties of undefined");

/** A host whose clock fails, as a mistake of ours would: after the arguments were checked, before the network. */
function broken(): Scene {
  const schedule = (): never => {
    throw mistake;
  };
  return new Scene({ clock: { ...systemClock, schedule } });
}

describe("an unexpected error", () => {
  it("is Aborted with the text `internal error`, and keeps the original as its cause", async () => {
    const { client, logs } = broken();
    const error = (await client
      .revokeToken(1n, "token")
      .catch((reason: unknown) => reason)) as ClientResultError;
    expect([error.code, error.result.type]).toEqual(["Aborted", ErrorType.Aborted]);
    expect(error.result.error).toBe(`internal error: ${mistake.message}`);
    expect(error.cause.cause).toBe(mistake);
    await turn();
    expect(logs.join("\n")).toContain(mistake.stack);
  });

  it("reaches a callback as the same result", async () => {
    const { client } = broken();
    const result = await new Promise<ClientResult>((resolve) => client.revokeToken(1n, "token", resolve));
    expect([result.type, result.error]).toEqual([ErrorType.Aborted, `internal error: ${mistake.message}`]);
  });
});

describe("an argument's error", () => {
  it("is the cause of a ValidationError, and names the argument", async () => {
    const error = await new Scene().client.leaveLobby("abc").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ValidationError" });
    const { cause } = (error as ClientResultError).cause;
    expect(cause).toBeInstanceOf(ArgumentError);
    expect(cause).toBeInstanceOf(TypeError);
    expect(cause).toMatchObject({ argument: "lobbyId", code: "ARGUMENT_INVALID", name: "ArgumentError" });
  });

  it("is a RangeError for a value outside the limits", async () => {
    const { client } = new Scene();
    const error = await client.createOrJoinLobby("s".repeat(251)).catch((reason: unknown) => reason);
    expect((error as ClientResultError).cause.cause).toBeInstanceOf(ArgumentRangeError);
    expect((error as ClientResultError).cause.cause).toBeInstanceOf(RangeError);
  });

  it.each([
    ["a number", 5, "the last argument: expected an object, received number 5"],
    ["null", null, "the last argument: expected an object, received null"],
    ["a signal that is none", { signal: {} }, "signal: expected an AbortSignal, received object"],
  ])("names the last argument: %s", async (_name, last, message) => {
    const attempt = new Scene().client.leaveLobby(1n, last as OperationOptions);
    await expect(attempt).rejects.toMatchObject({ code: "ValidationError", message });
  });
});

describe("a missing address", () => {
  it("is a ValidationError whose original error has the code", async () => {
    const { Client } = await import("../../../lib/index.js");
    const error = await new Client().revokeToken(1n, "token").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ValidationError", cause: { cause: { code: "ADDRESS_MISSING" } } });
  });
});

describe("a network failure", () => {
  it("keeps the error of fetch", async () => {
    const scene = new Scene();
    const refused = new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") });
    scene.answers.set("POST /oauth2/token/revoke", refused);
    const error = await scene.client.revokeToken(1n, "token").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "NetworkError", cause: { cause: refused } });
  });
});

describe("a response that echoes a secret", () => {
  it("is redacted in the result's text and body", async () => {
    const scene = new Scene();
    await scene.ready();
    const body = { message: `no such token ${TOKEN}`, code: 50014, given: [TOKEN] };
    scene.answers.set("POST /oauth2/token/revoke", { status: 401, body });
    const { result } = (await scene.client
      .revokeToken(1n, TOKEN)
      .catch((reason: unknown) => reason)) as ClientResultError;
    expect(result.error).toBe("no such token [secret]");
    expect(result.responseBody).toContain('"given":["[secret]"]');
    expect(result.responseBody).not.toContain(TOKEN);
  });
});

describe("a state that the game sets", () => {
  const authorize = (state: string | undefined) => {
    const args = new AuthorizationArgs();
    args.clientId = 1n;
    args.scopes = "openid";
    args.state = state;
    const scene = new Scene({ openUrl: () => Promise.reject(new Error("no browser")) });
    return scene.client.authorize(args).catch((reason: unknown) => reason);
  };

  it.each(["", "short", "fifteen-letters"])("must not be guessable: %o", async (state) => {
    expect(await authorize(state)).toMatchObject({
      code: "ValidationError",
      message: `args.state: expected at least 16 characters, or undefined for a random state, received ${String(state.length)}`,
    });
  });

  it.each(["sixteen-letters.", undefined])("is accepted: %o", async (state) => {
    expect(await authorize(state)).toMatchObject({ message: "could not open the consent page: no browser" });
  });
});

describe("many operations at once", () => {
  const warnings: Error[] = [];
  const collect = (warning: Error): void => void warnings.push(warning);
  beforeEach(() => process.on("warning", collect));
  afterEach(() => process.off("warning", collect));

  it("print no warning, with a shared signal or without", async () => {
    const scene = new Scene();
    await scene.ready();
    scene.answers.set("PUT /lobbies", "never");
    const abort = new AbortController();
    const options: (OperationOptions | undefined)[] = [undefined, { signal: abort.signal }];
    const running = options.flatMap((last) =>
      Array.from({ length: 30 }, () =>
        scene.client
          .createOrJoinLobby("s", last)
          .catch((error: unknown) => (error as ClientResultError).code),
      ),
    );
    await scene.turn();
    abort.abort();
    await Promise.all(running.slice(30));
    scene.client.destroy();
    const codes = await Promise.all(running);
    expect([codes.length, new Set(codes.slice(0, 30)), new Set(codes.slice(30))]).toEqual([
      60,
      new Set(["ClientDestroyed"]),
      new Set(["Aborted"]),
    ]);
    // Warnings are emitted in a later turn: this one comes after them.
    const last = once(process, "warning");
    process.emitWarning("the last one");
    await last;
    expect(warnings.map(({ message }) => message)).toEqual(["the last one"]);
  });
});
