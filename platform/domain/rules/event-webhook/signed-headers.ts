import type { Snowflake } from "sdkpp/wire";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, SignaturesPort } from "../../world/ports.js";

/** Headers by which an application recognizes what the platform sends (R§1.1). */
export type SignedHeaders = Readonly<Record<"x-signature-ed25519" | "x-signature-timestamp", string>>;

/**
 * Signs a request: the application's key over the time and the body.
 * @returns undefined when the application does not exist
 */
export function signedHeaders(
  world: ApplicationWorld & ClockPort & SignaturesPort,
  applicationId: Snowflake,
  body: string,
): SignedHeaders | undefined {
  const key = world.applicationKeys.get(applicationId);
  if (key === undefined) return undefined;
  const timestamp = String(Math.floor(world.clock.now() / 1000));
  const signature = world.signatures.sign(key.privateKey, timestamp + body);
  return { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp };
}

/** The same headers with a signature that is wrong: an application must reject them. */
export function withWrongSignature(headers: SignedHeaders): SignedHeaders {
  const signature = headers["x-signature-ed25519"];
  const first = signature.startsWith("0") ? "1" : "0";
  return { ...headers, "x-signature-ed25519": first + signature.slice(1) };
}
