import type { CheckedGuildChannel } from "../../../protocol/index.js";
import { ChannelType } from "../../../enums/index.js";

type Channels = readonly CheckedGuildChannel[];

/** Voice channels are listed below text channels. */
const VOICE_TYPES: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);

/**
 * Sorts the channels of a guild as the platform's app lists them: first those without a category, then each category by
 * position, followed by its channels. Within a category, text channels come before voice channels, each by position; equal
 * positions go by id. Channels of a category that the player cannot see come last, category by category.
 */
export function inListOrder(channels: Channels): CheckedGuildChannel[] {
  const all = [...new Map(channels.map((channel) => [channel.id, channel])).values()];
  const categories = all.filter(isCategory).toSorted(byPosition);
  const under = (parentId: bigint | undefined): Channels =>
    all.filter((channel) => channel.parentId === parentId && !isCategory(channel)).toSorted(byKind);
  return [
    ...under(undefined),
    ...categories.flatMap((category) => [category, ...under(category.id)]),
    ...unlistedParents(all, categories).flatMap(under),
  ];
}

function unlistedParents(channels: Channels, categories: Channels): bigint[] {
  const listed = new Set(categories.map(({ id }) => id));
  const parents = channels.flatMap(({ parentId }) => parentId ?? []);
  return [...new Set(parents)].filter((id) => !listed.has(id)).toSorted(compare);
}

function isCategory({ type }: CheckedGuildChannel): boolean {
  return type === ChannelType.GuildCategory;
}

function byKind(left: CheckedGuildChannel, right: CheckedGuildChannel): number {
  const isVoice = ({ type }: CheckedGuildChannel): number => Number(VOICE_TYPES.has(type));
  return isVoice(left) - isVoice(right) || byPosition(left, right);
}

function byPosition(left: CheckedGuildChannel, right: CheckedGuildChannel): number {
  return left.position - right.position || compare(left.id, right.id);
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}
