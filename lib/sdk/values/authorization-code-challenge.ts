import { enumArgument, textArgument } from "../argument.js";
import { AuthenticationCodeChallengeMethod } from "../enums.js";
import { ValueObject } from "./value-object.js";

interface AuthorizationCodeChallengeFields {
  method: AuthenticationCodeChallengeMethod;
  challenge: string;
}

const defaults = (): AuthorizationCodeChallengeFields => ({
  method: AuthenticationCodeChallengeMethod.S256,
  challenge: "",
});

/**
 * The public half of a PKCE pair. A value object: copies are independent.
 * @mirrors AuthorizationCodeChallenge
 */
export class AuthorizationCodeChallenge extends ValueObject<AuthorizationCodeChallengeFields> {
  static readonly nullobj = AuthorizationCodeChallenge.invalid(new AuthorizationCodeChallenge());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: AuthorizationCodeChallenge): AuthorizationCodeChallenge {
    return new AuthorizationCodeChallenge().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): AuthorizationCodeChallenge {
    return new AuthorizationCodeChallenge().assign(this);
  }

  /** Always S256. @mirrors AuthorizationCodeChallenge::Method */
  get method(): AuthenticationCodeChallengeMethod {
    return this.fields.method;
  }

  set method(value: AuthenticationCodeChallengeMethod) {
    this.change("method", enumArgument("method", AuthenticationCodeChallengeMethod, value));
  }

  /**
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for one that the enum does not have
   * @mirrors AuthorizationCodeChallenge::SetMethod
   */
  setMethod(value: AuthenticationCodeChallengeMethod): void {
    this.method = value;
  }

  /** SHA-256 of the verifier, base64url. @mirrors AuthorizationCodeChallenge::Challenge */
  get challenge(): string {
    return this.fields.challenge;
  }

  set challenge(value: string) {
    this.change("challenge", textArgument("challenge", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors AuthorizationCodeChallenge::SetChallenge */
  setChallenge(value: string): void {
    this.challenge = value;
  }
}
