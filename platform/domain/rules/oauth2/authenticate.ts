import { bearerActor, botActor, type Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { unauthorized } from "../faults.js";
import type { Fault } from "../outcome.js";

/** Reads an `Authorization` header; the prefix in any case (H§1.3). */
export function authenticate(
  world: UserWorld & ApplicationWorld & OAuth2World & ClockPort & DigestPort,
  header: string | undefined,
): Actor | Fault {
  const match = /^(bot|bearer) +(\S+)$/i.exec(header ?? "");
  const token = match?.[2];
  if (token === undefined) return unauthorized();
  const actor = match?.[1]?.toLowerCase() === "bot" ? botActor(world, token) : bearerActor(world, token);
  return actor ?? unauthorized();
}
