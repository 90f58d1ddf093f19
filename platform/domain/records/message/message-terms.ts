import type { Searched } from "../../../store/store.js";
import { usersNamed } from "./mentions.js";
import { saidIn, type Message } from "./message.js";
import { hasPart, PART_KINDS, type PartKind } from "./message-parts.js";
import { wordsOf } from "./words.js";

/** Name of the collection of messages of guilds' channels. */
export const CHANNEL_MESSAGES = "channel-message";

/** Of a longer word only the beginning is a term: what is found by it is looked at anyway. */
const WORD_MAX = 64;

/** Terms by which a message is found; a letter in front says of what kind each is. */
export const TERM = {
  word: (word: string) => `w${word.slice(0, WORD_MAX)}`,
  channel: (id: string) => `c${id}`,
  author: (id: string) => `a${id}`,
  mentionedUser: (id: string) => `m${id}`,
  mentionedRole: (id: string) => `r${id}`,
  answered: (id: string) => `p${id}`,
  part: (kind: PartKind) => `k${kind}`,
  everyone: "e",
  reply: "p",
} as const;

/** Messages of guilds' channels are found by their terms. */
export const SEARCHED_MESSAGES: Searched = {
  collection: CHANNEL_MESSAGES,
  termsOf: (record) => termsOf(record as Message),
};

function termsOf(message: Message): string[] {
  const { channelId, authorId, content, mentions, reference } = message;
  const answered = reference?.type === "forward" ? undefined : reference?.messageId;
  return [
    TERM.channel(channelId),
    TERM.author(authorId),
    ...(mentions?.userIds ?? usersNamed(content)).map(TERM.mentionedUser),
    ...(mentions?.roleIds ?? []).map(TERM.mentionedRole),
    ...(mentions?.everyone === true ? [TERM.everyone] : []),
    ...(answered === undefined ? [] : [TERM.reply, TERM.answered(answered)]),
    ...PART_KINDS.filter((kind) => hasPart(message, kind)).map(TERM.part),
    ...wordsOf(saidIn(message)).map(TERM.word),
  ];
}
