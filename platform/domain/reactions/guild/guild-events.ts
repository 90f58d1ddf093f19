import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../rules/facts.js";
import { guildSettings } from "../../views/guild/guild.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

export function guildUpdated(_world: World, { guild }: FactOf<"guildUpdated">): Dispatch[] {
  return [dispatch(GatewayEvent.GuildUpdate, guildSettings(guild), { to: "guild", guildId: guild.id })];
}
