import { ErrorType, HttpStatusCode } from "../../enums/index.js";
import { wordsOf } from "../shown.js";
import { boolean, field, integer, inWords, number, oneOf, text, type Check } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
/** The platform may send a status that the enum does not have. */
const status = inWords(integer(0, 999) as Check<HttpStatusCode, HttpStatusCode>, wordsOf(HttpStatusCode));

/** The properties of a {@link ClientResult}. */
export interface ClientResultFields {
  /**
   * Kind of failure.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ClientResult::Type, ClientResult::SetType
   */
  type: ErrorType;

  /**
   * Readable text of the failure.
   * @throws {ArgumentError} when not a string
   * @mirrors ClientResult::Error, ClientResult::SetError
   */
  error: string;

  /**
   * The platform's error code, with HTTPError and RPCError; a 32-bit integer.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ClientResult::ErrorCode, ClientResult::SetErrorCode
   */
  errorCode: number;

  /**
   * HTTP status, with HTTPError; 0–999, as the platform may send a status that the enum does not have.
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors ClientResult::Status, ClientResult::SetStatus
   */
  status: HttpStatusCode;

  /**
   * Raw response body, with HTTPError.
   * @throws {ArgumentError} when not a string
   * @mirrors ClientResult::ResponseBody, ClientResult::SetResponseBody
   */
  responseBody: string;

  /**
   * Whether `type` is `None`.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientResult::Successful, ClientResult::SetSuccessful
   */
  successful: boolean;

  /**
   * Whether the same call may succeed later.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientResult::Retryable, ClientResult::SetRetryable
   */
  retryable: boolean;

  /**
   * Seconds to wait after a 429; at least 0.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside the range
   * @mirrors ClientResult::RetryAfter, ClientResult::SetRetryAfter
   */
  retryAfter: number;
}

export interface ClientResult extends ClientResultFields, SettersOf<ClientResultFields> {}

/** The result of an operation. A value object: copies are independent. @mirrors ClientResult */
export class ClientResult extends ValueObject {
  declare static readonly nullobj: ClientResult;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ClientResult) {
    super(other);
  }

  /** Gives the error message; "" on success. @mirrors ClientResult::ToString */
  override toString(): string {
    return this.error;
  }
}

defineFields<ClientResult>(ClientResult, {
  type: field(oneOf(ErrorType), ErrorType.None),
  error: field(text, ""),
  errorCode: field(integer(MIN_INT32, MAX_INT32), 0),
  status: field(status, HttpStatusCode.None),
  responseBody: field(text, ""),
  successful: field(boolean, true),
  retryable: field(boolean, false),
  retryAfter: field(number(0, Number.MAX_VALUE), 0),
});
