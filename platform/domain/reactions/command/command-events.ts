import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { commandPermissionsView } from "../../views/command/command.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** Notifies the bot of the command's application. */
export function commandPermissionsChanged(
  world: World,
  { record }: FactOf<"commandPermissionsChanged">,
): Dispatch[] {
  const { applicationId } = record;
  const botId = world.applications.get(applicationId)?.botUserId;
  if (botId === undefined) return [];
  const d = commandPermissionsView(record);
  const reach = { to: "guild", guildId: record.guildId, only: [botId] } as const;
  return [dispatch(GatewayEvent.ApplicationCommandPermissionsUpdate, d, reach)];
}
