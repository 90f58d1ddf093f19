/** The account that an external token belongs to. */
export interface ExternalIdentity {
  /** The subject that the provider issued. */
  readonly subject: string;
  /** 1–32 characters, if the provider names one. */
  readonly displayName?: string;
}

/** The fault of a token or of its issuer. */
export type TokenProblem =
  | "malformed"
  | "kidMissing"
  | "expired"
  | "wrongIssuer"
  | "wrongAudience"
  | "tooOld"
  | "configurationNotFound"
  | "keysNotFound";
