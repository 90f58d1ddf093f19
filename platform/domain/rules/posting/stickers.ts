import type { Snowflake } from "sdkpp/wire";
import { standardSticker } from "../../records/expression/standard-stickers.js";
import type { StickerItem } from "../../records/expression/sticker.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { Fault } from "../outcome.js";
import type { ChannelMessageInput } from "./input.js";
import { fixedStickers, invalidSticker } from "./faults.js";

/** The stickers of a new message, each once: of its server, or of the platform's pack. */
export function stickersOf(
  world: ExpressionWorld,
  place: ChannelPlace,
  { sticker_ids: ids }: ChannelMessageInput,
): readonly StickerItem[] | Fault {
  const items: StickerItem[] = [];
  for (const id of new Set(ids?.map(String))) {
    const item = itemOf(world, place, id);
    if (item === undefined) return invalidSticker();
    items.push(item);
  }
  return items;
}

function itemOf(world: ExpressionWorld, place: ChannelPlace, id: Snowflake): StickerItem | undefined {
  const own = world.stickers.get(id);
  const isHere = place.kind === "guild" && own?.guildId === place.guild.id;
  const sticker = isHere ? own : standardSticker(id);
  return sticker && { id, name: sticker.name, format: sticker.format };
}

/** An edit may repeat the stickers of its message, and nothing else. */
export function stickerEditFault(
  { sticker_ids: ids }: ChannelMessageInput,
  stickers: readonly StickerItem[] = [],
): Fault | undefined {
  if (ids == null || ids.length === 0) return undefined;
  const isSame = ids.map(String).join() === stickers.map(({ id }) => id).join();
  return isSame ? undefined : fixedStickers();
}
