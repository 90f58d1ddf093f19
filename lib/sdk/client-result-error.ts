import { showType } from "../protocol/index.js";
import { ArgumentError, SdkError } from "../wire/index.js";
import { ErrorType, enumToString } from "../enums/index.js";
import type { Plain } from "./shown.js";
import { ClientResult } from "./values/client-result.js";

/** The fields of a {@link ClientResultError} for programs; its `cause`, because structured clone keeps no other fields. */
export interface ClientResultFacts {
  /** name of the result's `ErrorType` */
  readonly code: string;
  /** of the HTTP response; 0 without one */
  readonly status: number;
  /** whether the same call may succeed later */
  readonly retryable: boolean;
  /** the original error, such as the one that names an argument */
  readonly cause?: Error;
}

/**
 * The rejection of an operation's promise form; `code` is the name of the result's `ErrorType`.
 *
 * @example
 * try {
 *   await client.sendLobbyMessage(lobbyId, "");
 * } catch (error) {
 *   if (error instanceof ClientResultError) console.log(error.code, error.message, error.result.retryable);
 * }
 */
export class ClientResultError extends SdkError {
  /** The result with all its properties. */
  readonly result: ClientResult;
  /** Replaces an original error, which is its own `cause`: this text arrives when the error itself is cloned. */
  declare readonly cause: ClientResultFacts;

  /** @param original the error behind it, if there is one */
  constructor(result: ClientResult, original?: unknown) {
    const code = enumToString(ErrorType, result.type);
    const { status, retryable } = result;
    const facts = { code, status, retryable, ...(original instanceof Error ? { cause: original } : {}) };
    super(code, result.error === "" ? code : result.error, { cause: facts satisfies ClientResultFacts });
    this.name = "ClientResultError";
    this.result = result;
  }

  /**
   * Makes the error again on the other side of a worker or of Electron's IPC.
   * @param sent from {@link toObject}, or the error as structured clone leaves it
   * @throws {ArgumentError} when it is neither
   * @example
   * try {
   *   await client.sendLobbyMessage(lobbyId, "");
   * } catch (error) {
   *   const sent = structuredClone(error); // what a worker or a page gets
   *   if (sent instanceof Error) console.log(ClientResultError.from(sent).result.retryable);
   * }
   */
  static from(sent: object): ClientResultError {
    const { message, cause, ...own } = fieldsOf(sent);
    const { code, status, retryable, retryAfter, errorCode } = sent instanceof Error ? fieldsOf(cause) : own;
    const type = Object.entries(ErrorType).find(([name]) => name === code)?.[1];
    if (type === undefined || typeof message !== "string")
      throw new ArgumentError("sent", "the toObject() or the clone of a ClientResultError", showType(sent));
    const result = new ClientResult();
    result.type = type;
    result.successful = false;
    result.error = message === code ? "" : message;
    if (typeof status === "number") result.status = status as ClientResult["status"];
    if (typeof retryable === "boolean") result.retryable = retryable;
    if (typeof retryAfter === "number") result.retryAfter = retryAfter;
    if (typeof errorCode === "number") result.errorCode = errorCode;
    return new ClientResultError(result);
  }

  /** A plain copy, for a log, a worker or Electron's IPC; {@link from} makes the error again. */
  toObject(): { [name: string]: Plain } {
    const { status, retryable, retryAfter, errorCode } = this.result;
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      status,
      retryable,
      retryAfter,
      errorCode,
    };
  }

  /** As {@link toObject}; `JSON.stringify` calls it. */
  toJSON(): { [name: string]: Plain } {
    return this.toObject();
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return {};
  const { message, cause } = value as { readonly message?: unknown; readonly cause?: unknown };
  return { ...value, message, cause };
}
