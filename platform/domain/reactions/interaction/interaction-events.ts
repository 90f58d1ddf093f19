import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import type { World } from "../../world/world.js";
import { dispatch, type PlatformEvent, type Reach } from "../events.js";

/** Notifies the address of the application, or its bot: never both. */
export function interactionCreated(
  world: World,
  { interaction, payload }: FactOf<"interactionCreated">,
): PlatformEvent[] {
  const { id, applicationId, guildId } = interaction;
  const application = world.applications.get(applicationId);
  if (application?.interactionsUrl !== undefined)
    return [{ kind: "interaction.created", interactionId: id, applicationId, payload }];
  const botId = application?.botUserId;
  if (botId === undefined) return [];
  const guild = guildId === null ? undefined : world.guilds.get(guildId);
  const reach: Reach =
    guild?.memberIds.includes(botId) === true
      ? { to: "guild", guildId: guild.id, only: [botId] }
      : { to: "users", applicationId, userIds: [botId] };
  return [dispatch(GatewayEvent.InteractionCreate, payload, reach)];
}

/** Notifies the waiters for the response. */
export function interactionAnswered(
  _world: World,
  { interactionId }: FactOf<"interactionAnswered">,
): PlatformEvent[] {
  return [{ kind: "interaction.answered", interactionId }];
}
