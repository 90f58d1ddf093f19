import { ID_TOKEN_LIFE_S } from "sdkpp/wire";

/** An RSA key pair that signs ID tokens. */
export interface SigningKey {
  /** `kid` of its tokens */
  readonly id: string;
  /** Modulus, base64url. */
  readonly n: string;
  /** Public exponent, base64url. */
  readonly e: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  /** Since when it signs no more, Unix milliseconds; the current key has none. */
  readonly retiredAt?: number;
}

/** Whether tokens that a key has signed can still be valid. */
export function isPublished({ retiredAt }: SigningKey, now: number): boolean {
  return retiredAt === undefined || now < retiredAt + ID_TOKEN_LIFE_S * 1000;
}
