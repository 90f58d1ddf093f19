import { SdkError } from "../wire/index.js";
import { ErrorType } from "./enums.js";
import { enumToString } from "./enum-to-string.js";
import type { ClientResult } from "./values/client-result.js";

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
  readonly result: ClientResult;

  constructor(result: ClientResult, options?: ErrorOptions) {
    const code = enumToString(ErrorType, result.type);
    super(code, result.error === "" ? code : result.error, options);
    this.name = "ClientResultError";
    this.result = result;
  }
}
