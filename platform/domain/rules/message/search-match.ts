import { usersNamed } from "../../records/message/mentions.js";
import { saidIn, type Message } from "../../records/message/message.js";
import { hasPart, hostsIn, isEmbed, providerOf } from "../../records/message/message-parts.js";
import { wordsOf } from "../../records/message/words.js";
import { findInChannel } from "../../world/message/channel-history.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { isPinned } from "../../world/message/pins.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Kind, SearchQuery } from "./search-query.js";

type World = MessageWorld & UserWorld;

/** How well a message answers a query: how often its words are said; undefined: not at all. */
export function relevanceOf(
  world: World,
  place: GuildPlace,
  message: Message,
  query: SearchQuery,
): number | undefined {
  const passes =
    fitsAuthor(world, message, query) &&
    fitsMentions(message, query) &&
    fitsReply(world, place, message, query) &&
    fitsParts(message, query) &&
    (query.isPinned === undefined || query.isPinned === isPinned(world, message));
  if (!passes) return undefined;
  const wanted = wordsOf(query.content ?? "");
  if (wanted.length === 0) return query.content === undefined ? 0 : undefined;
  const said = occurrences(wordsOf(saidIn(message)), wanted, query.slop);
  return said > 0 ? said : undefined;
}

/** Number of occurrences of the wanted words in their order, with at most `slop` other words between them. */
function occurrences(
  said: readonly string[],
  [first = "", ...others]: readonly string[],
  slop: number,
): number {
  const starts = said.flatMap((word, at) => (word === first ? [at] : []));
  return starts.filter((start) => {
    const last = start + others.length + slop;
    let at = start;
    for (const word of others) {
      at = indexUpTo(said, word, at + 1, last);
      if (at < 0) return false;
    }
    return true;
  }).length;
}

/** Looks no further than needed: each of many starts would look through a long message to its end. */
function indexUpTo(said: readonly string[], word: string, from: number, last: number): number {
  for (let at = from; at <= last && at < said.length; at += 1) if (said[at] === word) return at;
  return -1;
}

/** Without a filter everything passes. */
const isIn = (wanted: readonly string[], value: string): boolean =>
  wanted.length === 0 || wanted.includes(value);
const isOneIn = (wanted: readonly string[], values: readonly string[]): boolean =>
  wanted.length === 0 || values.some((value) => wanted.includes(value));

/** One of the kinds that are asked for, if any, and none of those that are excluded. */
function fitsKinds<K extends string>(kinds: readonly Kind<K>[], is: (kind: K) => boolean): boolean {
  const wanted = kinds.filter(({ isNegated }) => !isNegated);
  const excluded = kinds.filter(({ isNegated }) => isNegated);
  return (
    (wanted.length === 0 || wanted.some(({ kind }) => is(kind))) && !excluded.some(({ kind }) => is(kind))
  );
}

function fitsAuthor(world: World, { authorId }: Message, { authorIds, authorKinds }: SearchQuery): boolean {
  const kind = () => (world.users.get(authorId)?.bot === true ? "bot" : "user");
  return isIn(authorIds, authorId) && fitsKinds(authorKinds, (one) => one === kind());
}

function fitsMentions({ content, mentions }: Message, query: SearchQuery): boolean {
  const { mentionsEveryone } = query;
  return (
    isOneIn(query.mentions, mentions?.userIds ?? usersNamed(content)) &&
    isOneIn(query.roleMentions, mentions?.roleIds ?? []) &&
    (mentionsEveryone === undefined || mentionsEveryone === (mentions?.everyone ?? false))
  );
}

function fitsReply(world: World, place: GuildPlace, { reference }: Message, query: SearchQuery): boolean {
  const { repliedUserIds, repliedMessageIds } = query;
  if (repliedUserIds.length + repliedMessageIds.length === 0) return true;
  if (reference?.messageId === undefined || reference.type === "forward") return false;
  const answered = findInChannel(world, place, reference.messageId);
  return isIn(repliedMessageIds, reference.messageId) && isIn(repliedUserIds, answered?.authorId ?? "");
}

function fitsParts(message: Message, query: SearchQuery): boolean {
  const { attachments = [], embeds = [] } = message;
  const names = attachments.map(({ filename }) => filename);
  return (
    fitsKinds(query.has, (kind) => hasPart(message, kind)) &&
    (query.embedKinds.length === 0 ||
      query.embedKinds.some((kind) => embeds.some((one) => isEmbed(one, kind)))) &&
    isOneIn(query.embedProviders, embeds.flatMap(providerOf)) &&
    isOneIn(query.linkHosts, hostsIn(message.content)) &&
    isOneIn(query.filenames, names) &&
    isOneIn(
      query.extensions,
      names.map((name) => name.split(".").at(-1)?.toLowerCase() ?? ""),
    )
  );
}
