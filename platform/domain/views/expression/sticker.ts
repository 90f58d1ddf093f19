import { StickerType } from "sdkpp/wire";
import {
  STANDARD_PACK,
  STANDARD_STICKERS,
  type StandardSticker,
} from "../../records/expression/standard-stickers.js";
import type { Sticker } from "../../records/expression/sticker.js";
import type { Guild } from "../../records/guild/guild.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** A sticker as everybody sees it. */
export function stickerView({
  guildId,
  format,
  userId: _creator,
  ...sticker
}: Sticker): Record<string, unknown> {
  return { ...sticker, type: StickerType.Guild, format_type: format, available: true, guild_id: guildId };
}

/** The same, with the user who uploaded it. */
export function stickerWithCreator(world: UserWorld, sticker: Sticker): Record<string, unknown> {
  const user = world.users.get(sticker.userId);
  return { ...stickerView(sticker), ...(user && { user: userView(user) }) };
}

/** All stickers of a server. */
export function guildStickersView(world: ExpressionWorld, guild: Guild): Record<string, unknown>[] {
  return world.stickers.listBy("guild", guild.id).map(stickerView);
}

export function standardStickerView({
  format,
  sortValue,
  ...sticker
}: StandardSticker): Record<string, unknown> {
  return {
    ...sticker,
    description: null,
    type: StickerType.Standard,
    format_type: format,
    pack_id: STANDARD_PACK.id,
    sort_value: sortValue,
  };
}

/** The platform's own pack. */
export function stickerPackView(): Record<string, unknown> {
  const { skuId, ...pack } = STANDARD_PACK;
  return { ...pack, sku_id: skuId, stickers: STANDARD_STICKERS.map(standardStickerView) };
}
