import { AuthenticationCodeChallengeMethod } from "../../enums/index.js";
import { field, oneOf, text } from "./field.js";
import { valueObject } from "./value-object.js";

interface AuthorizationCodeChallengeMembers {
  /** Method; always S256. @mirrors AuthorizationCodeChallenge::Method */
  method: AuthenticationCodeChallengeMethod;

  /**
   * Sets {@link method}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors AuthorizationCodeChallenge::SetMethod
   */
  setMethod(value: AuthenticationCodeChallengeMethod): void;

  /** SHA-256 hash of the verifier, base64url. @mirrors AuthorizationCodeChallenge::Challenge */
  challenge: string;

  /**
   * Sets {@link challenge}.
   * @throws {ArgumentError} when not a string
   * @mirrors AuthorizationCodeChallenge::SetChallenge
   */
  setChallenge(value: string): void;
}

/** The public half of a PKCE pair. A value object: copies are independent. @mirrors AuthorizationCodeChallenge */
export class AuthorizationCodeChallenge extends valueObject<AuthorizationCodeChallengeMembers>({
  method: field(oneOf(AuthenticationCodeChallengeMethod), AuthenticationCodeChallengeMethod.S256),
  challenge: field(text, ""),
}) {
  declare static readonly nullobj: AuthorizationCodeChallenge;
}
