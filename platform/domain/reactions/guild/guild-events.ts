import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../rules/facts.js";
import { guildView } from "../../views/guild/guild.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

export function guildUpdated(world: World, { guild }: FactOf<"guildUpdated">): Dispatch[] {
  return [dispatch(GatewayEvent.GuildUpdate, guildView(world, guild), { to: "guild", guildId: guild.id })];
}
