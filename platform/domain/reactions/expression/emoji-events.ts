import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { guildEmojisView } from "../../views/expression/emoji.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** GUILD_EMOJIS_UPDATE with all emojis of the server. */
export function emojisChanged(world: World, { guild }: FactOf<"emojisChanged">): Dispatch[] {
  const d = { guild_id: guild.id, emojis: guildEmojisView(world, guild) };
  return [dispatch(GatewayEvent.GuildEmojisUpdate, d, { to: "guild", guildId: guild.id })];
}
