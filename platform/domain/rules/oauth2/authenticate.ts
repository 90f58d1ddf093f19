import { bearerActor, botActor, type Actor } from "../../world/oauth2/actor.js";
import type { World } from "../../world/world.js";
import { unauthorized } from "../faults.js";
import type { Fault } from "../outcome.js";

/** Reads an `Authorization` header; the prefix in any case (H§1.3). */
export function authenticate(world: World, header: string | undefined): Actor | Fault {
  const match = /^(bot|bearer) +(\S+)$/i.exec(header ?? "");
  const token = match?.[2];
  if (token === undefined) return unauthorized();
  const actor = match?.[1]?.toLowerCase() === "bot" ? botActor(world, token) : bearerActor(world, token);
  return actor ?? unauthorized();
}
