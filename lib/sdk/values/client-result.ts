import { ErrorType, HttpStatusCode } from "../../enums/index.js";
import { wordsOf } from "../shown.js";
import { boolean, field, integer, inWords, number, oneOf, text, type Check } from "./field.js";
import { valueObject } from "./value-object.js";

const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
/** The platform may send a status that the enum does not have. */
const status = inWords(integer(0, 999) as Check<HttpStatusCode, HttpStatusCode>, wordsOf(HttpStatusCode));

interface ClientResultMembers {
  /** Kind of failure. @mirrors ClientResult::Type */
  type: ErrorType;

  /**
   * Sets {@link type}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ClientResult::SetType
   */
  setType(value: ErrorType): void;

  /** Readable text of the failure. @mirrors ClientResult::Error */
  error: string;

  /**
   * Sets {@link error}.
   * @throws {ArgumentError} when not a string
   * @mirrors ClientResult::SetError
   */
  setError(value: string): void;

  /** The platform's error code, with HTTPError and RPCError; a 32-bit integer. @mirrors ClientResult::ErrorCode */
  errorCode: number;

  /**
   * Sets {@link errorCode}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ClientResult::SetErrorCode
   */
  setErrorCode(value: number): void;

  /**
   * HTTP status, with HTTPError; 0–999, as the platform may send a status that the enum does not have.
   * @mirrors ClientResult::Status
   */
  status: HttpStatusCode;

  /**
   * Sets {@link status}.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ClientResult::SetStatus
   */
  setStatus(value: HttpStatusCode): void;

  /** Raw response body, with HTTPError. @mirrors ClientResult::ResponseBody */
  responseBody: string;

  /**
   * Sets {@link responseBody}.
   * @throws {ArgumentError} when not a string
   * @mirrors ClientResult::SetResponseBody
   */
  setResponseBody(value: string): void;

  /** Whether `type` is `None`. @mirrors ClientResult::Successful */
  successful: boolean;

  /**
   * Sets {@link successful}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientResult::SetSuccessful
   */
  setSuccessful(value: boolean): void;

  /** Whether the same call may succeed later. @mirrors ClientResult::Retryable */
  retryable: boolean;

  /**
   * Sets {@link retryable}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientResult::SetRetryable
   */
  setRetryable(value: boolean): void;

  /** Seconds to wait after a 429; at least 0. @mirrors ClientResult::RetryAfter */
  retryAfter: number;

  /**
   * Sets {@link retryAfter}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside the range
   * @mirrors ClientResult::SetRetryAfter
   */
  setRetryAfter(value: number): void;
}

/** The result of an operation. A value object: copies are independent. @mirrors ClientResult */
export class ClientResult extends valueObject<ClientResultMembers>({
  type: field(oneOf(ErrorType), ErrorType.None),
  error: field(text, ""),
  errorCode: field(integer(MIN_INT32, MAX_INT32), 0),
  status: field(status, HttpStatusCode.None),
  responseBody: field(text, ""),
  successful: field(boolean, true),
  retryable: field(boolean, false),
  retryAfter: field(number(0, Number.MAX_VALUE), 0),
}) {
  declare static readonly nullobj: ClientResult;

  /** Gives the error message; "" on success. @mirrors ClientResult::ToString */
  override toString(): string {
    return this.error;
  }
}
