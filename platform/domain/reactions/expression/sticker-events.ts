import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { guildStickersView } from "../../views/expression/sticker.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** GUILD_STICKERS_UPDATE with all stickers of the server. */
export function stickersChanged(world: World, { guild }: FactOf<"stickersChanged">): Dispatch[] {
  const d = { guild_id: guild.id, stickers: guildStickersView(world, guild) };
  return [dispatch(GatewayEvent.GuildStickersUpdate, d, { to: "guild", guildId: guild.id })];
}
