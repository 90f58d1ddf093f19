import { GatewayEvent, Permission } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toViewers } from "../guild/channel-viewers.js";

/** Notifies members who see the channel; the event does not name the changed webhook. */
export function webhooksChanged(world: World, { placed }: FactOf<"webhooksChanged">): Dispatch[] {
  const d = { guild_id: placed.guild.id, channel_id: placed.channel.id };
  return [dispatch(GatewayEvent.WebhooksUpdate, d, toViewers(world, placed, Permission.ViewChannel))];
}
