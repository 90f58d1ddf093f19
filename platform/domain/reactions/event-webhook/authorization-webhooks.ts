import { queueEvent } from "../../rules/event-webhook/deliveries.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { guildView } from "../../views/guild/guild.js";
import { userView } from "../../views/user/user.js";
import type { World } from "../../world/world.js";

export function applicationAuthorized(
  world: World,
  { application, user, scopes, context, guild }: FactOf<"applicationAuthorized">,
): Fact[] {
  const data = {
    integration_type: context,
    user: userView(user),
    scopes,
    guild: guild && guildView(world, guild),
  };
  return queueEvent(world, application.id, { type: "APPLICATION_AUTHORIZED", data });
}

/** A bot's account, and a user without tokens, had nothing that could be taken back. */
export function applicationDeauthorized(
  world: World,
  { applicationId, userId, authSessions }: FactOf<"grantRevoked">,
): Fact[] {
  const user = world.users.get(userId);
  if (user === undefined || authSessions.length === 0) return [];
  const data = { user: userView(user) };
  return queueEvent(world, applicationId, { type: "APPLICATION_DEAUTHORIZED", data });
}
