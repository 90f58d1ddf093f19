import { booleanArgument, enumArgument, integerArgument, numberArgument, textArgument } from "../argument.js";
import { ErrorType, HttpStatusCode } from "../enums.js";
import { ValueObject } from "./value-object.js";

const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
/** The platform may answer with a status that the enum does not have. */
const MAX_STATUS = 999;

interface ClientResultFields {
  type: ErrorType;
  error: string;
  errorCode: number;
  status: HttpStatusCode;
  responseBody: string;
  successful: boolean;
  retryable: boolean;
  retryAfter: number;
}

const defaults = (): ClientResultFields => ({
  type: ErrorType.None,
  error: "",
  errorCode: 0,
  status: HttpStatusCode.None,
  responseBody: "",
  successful: true,
  retryable: false,
  retryAfter: 0,
});

/** How an operation ended. A value object: copies are independent. @mirrors ClientResult */
export class ClientResult extends ValueObject<ClientResultFields> {
  static readonly nullobj = ClientResult.invalid(new ClientResult());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ClientResult): ClientResult {
    return new ClientResult().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ClientResult {
    return new ClientResult().assign(this);
  }

  /** Kind of failure. @mirrors ClientResult::Type */
  get type(): ErrorType {
    return this.fields.type;
  }

  set type(value: ErrorType) {
    this.change("type", enumArgument("type", ErrorType, value));
  }

  /**
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for one that the enum does not have
   * @mirrors ClientResult::SetType
   */
  setType(value: ErrorType): void {
    this.type = value;
  }

  /** Readable text of a failure. @mirrors ClientResult::Error */
  get error(): string {
    return this.fields.error;
  }

  set error(value: string) {
    this.change("error", textArgument("error", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors ClientResult::SetError */
  setError(value: string): void {
    this.error = value;
  }

  /** The platform's error code, with HTTPError and RPCError. @mirrors ClientResult::ErrorCode */
  get errorCode(): number {
    return this.fields.errorCode;
  }

  set errorCode(value: number) {
    this.change("errorCode", integerArgument("errorCode", value, MIN_INT32, MAX_INT32));
  }

  /**
   * @param value a 32-bit integer. @throws {ArgumentError}, {@link ArgumentRangeError} for anything else
   * @mirrors ClientResult::SetErrorCode
   */
  setErrorCode(value: number): void {
    this.errorCode = value;
  }

  /** HTTP status, with HTTPError. @mirrors ClientResult::Status */
  get status(): HttpStatusCode {
    return this.fields.status;
  }

  set status(value: HttpStatusCode) {
    this.change("status", integerArgument("status", value, 0, MAX_STATUS) as HttpStatusCode);
  }

  /**
   * @param value 0 to 999: the platform may answer with one that the enum does not have. @throws {ArgumentError}, {@link ArgumentRangeError}
   * @mirrors ClientResult::SetStatus
   */
  setStatus(value: HttpStatusCode): void {
    this.status = value;
  }

  /** Raw body, with HTTPError. @mirrors ClientResult::ResponseBody */
  get responseBody(): string {
    return this.fields.responseBody;
  }

  set responseBody(value: string) {
    this.change("responseBody", textArgument("responseBody", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors ClientResult::SetResponseBody */
  setResponseBody(value: string): void {
    this.responseBody = value;
  }

  /** The same as `type == None`. @mirrors ClientResult::Successful */
  get successful(): boolean {
    return this.fields.successful;
  }

  set successful(value: boolean) {
    this.change("successful", booleanArgument("successful", value));
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors ClientResult::SetSuccessful */
  setSuccessful(value: boolean): void {
    this.successful = value;
  }

  /** Whether the same call may succeed later. @mirrors ClientResult::Retryable */
  get retryable(): boolean {
    return this.fields.retryable;
  }

  set retryable(value: boolean) {
    this.change("retryable", booleanArgument("retryable", value));
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors ClientResult::SetRetryable */
  setRetryable(value: boolean): void {
    this.retryable = value;
  }

  /** Seconds to wait at least, after a 429. @mirrors ClientResult::RetryAfter */
  get retryAfter(): number {
    return this.fields.retryAfter;
  }

  set retryAfter(value: number) {
    this.change("retryAfter", numberArgument("retryAfter", value, 0, Number.MAX_VALUE));
  }

  /**
   * @param value seconds, at least 0. @throws {ArgumentError} when not a number, {@link ArgumentRangeError} below 0
   * @mirrors ClientResult::SetRetryAfter
   */
  setRetryAfter(value: number): void {
    this.retryAfter = value;
  }

  /** The error message, if any. @mirrors ClientResult::ToString */
  override toString(): string {
    return this.error;
  }
}
