import { AuthenticationCodeChallengeMethod } from "../../enums/index.js";
import { field, oneOf, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of an {@link AuthorizationCodeChallenge}. */
export interface AuthorizationCodeChallengeFields {
  /**
   * Method; always S256.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors AuthorizationCodeChallenge::Method, AuthorizationCodeChallenge::SetMethod
   */
  method: AuthenticationCodeChallengeMethod;

  /**
   * SHA-256 hash of the verifier, base64url.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationCodeChallenge::Challenge, AuthorizationCodeChallenge::SetChallenge
   */
  challenge: string;
}

export interface AuthorizationCodeChallenge
  extends AuthorizationCodeChallengeFields, SettersOf<AuthorizationCodeChallengeFields> {}

/** The public half of a PKCE pair. A value object: copies are independent. @mirrors AuthorizationCodeChallenge */
export class AuthorizationCodeChallenge extends ValueObject {
  declare static readonly nullobj: AuthorizationCodeChallenge;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: AuthorizationCodeChallenge) {
    super(other);
  }
}

defineFields<AuthorizationCodeChallenge>(AuthorizationCodeChallenge, {
  method: field(oneOf(AuthenticationCodeChallengeMethod), AuthenticationCodeChallengeMethod.S256),
  challenge: field(text, ""),
});
