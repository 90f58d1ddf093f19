import type { DigestPort, RandomPort } from "../ports.js";

/** A new login: it lasts as long as its tokens are refreshed. */
export function newAuthSession(world: RandomPort): string {
  return world.random.token(30);
}

/** `static_client_session_id` of READY: a UUID that stays the same for one login, and reveals nothing else of it. */
export function staticSessionId(world: DigestPort, authSession: string): string {
  const hex = Buffer.from(world.digest.sha256(authSession), "base64url").toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
