/** Who an external token belongs to. */
export interface ExternalIdentity {
  /** As the provider issued it. */
  readonly subject: string;
  /** 1–32 characters, if the provider names one. */
  readonly displayName?: string;
}

/** What is wrong with a token, or with its issuer. */
export type TokenProblem =
  | "malformed"
  | "kidMissing"
  | "expired"
  | "wrongIssuer"
  | "wrongAudience"
  | "tooOld"
  | "configurationNotFound"
  | "keysNotFound";
