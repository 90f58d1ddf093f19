import { isPublished, type SigningKey } from "../../records/oauth2/signing-key.js";
import { currentSigningKey } from "../../world/oauth2/signing-keys.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort } from "../../world/ports.js";

/** The key signs from now on. A key that another request has added meanwhile stays the current one. */
export function addSigningKey(world: OAuth2World, key: SigningKey): void {
  if (currentSigningKey(world) === undefined) world.signingKeys.put(key);
}

/** The current key signs no more; it stays published while its tokens can be valid. Has no effect without a key. */
export function retireSigningKey(world: OAuth2World & ClockPort): void {
  const now = world.clock.now();
  const current = currentSigningKey(world);
  if (current !== undefined) world.signingKeys.put({ ...current, retiredAt: now });
  for (const key of world.signingKeys.all()) if (!isPublished(key, now)) world.signingKeys.delete(key.id);
}
