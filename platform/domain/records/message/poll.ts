import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";
import type { Emoji } from "./emoji.js";

/** Something that a poll offers. */
export interface PollAnswer {
  /** 1 for the first one. */
  readonly id: number;
  readonly text: string;
  readonly emoji?: Emoji;
  /** How many users voted for it. */
  readonly votes: number;
}

/** A question that a message asks. Votes do not rewrite the message. */
export interface Poll {
  readonly messageId: Snowflake;
  readonly channelId: Snowflake;
  readonly question: string;
  readonly answers: readonly PollAnswer[];
  readonly allowsSeveral: boolean;
  /** Unix milliseconds */
  readonly endsAt: number;
  /** Whether it has ended and its votes are final. */
  readonly isFinal: boolean;
}

/** One user's vote for one answer. */
export interface PollVote {
  readonly messageId: Snowflake;
  readonly answerId: number;
  readonly userId: Snowflake;
}

/** Polls that are open are found by when they end. */
export function pollIndex({ isFinal, endsAt }: Poll): IndexValues {
  return isFinal ? {} : { end: endKey(endsAt) };
}

export function voteKey({ messageId, answerId, userId }: PollVote): string {
  return votePrefix(messageId, answerId) + userId;
}

/** Prefix of the keys of all votes for an answer; the rest of a key is the user's id. */
export function votePrefix(messageId: Snowflake, answerId: number): string {
  return `${messageId}:${String(answerId)}:`;
}

export function voteIndex({ messageId, answerId }: PollVote): IndexValues {
  return { answer: votePrefix(messageId, answerId) };
}

/** The answer that most users voted for; undefined without votes, and when several have as many. */
export function winnerOf({ answers }: Poll): PollAnswer | undefined {
  const most = mostVotes(answers);
  const first = answers.filter(({ votes }) => votes === most);
  return most > 0 && first.length === 1 ? first[0] : undefined;
}

export function mostVotes(answers: readonly PollAnswer[]): number {
  return Math.max(...answers.map(({ votes }) => votes));
}
