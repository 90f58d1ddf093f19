import type { SigningKey } from "../../records/oauth2/signing-key.js";
import type { OAuth2World } from "./oauth2-world.js";

/** The key that signs ID tokens now; there is none before the first token and after a rotation. */
export function currentSigningKey(world: OAuth2World): SigningKey | undefined {
  return world.signingKeys.all().find((key) => key.retiredAt === undefined);
}
