import type { PollPayload, Snowflake } from "sdkpp/wire";
import type { Poll, PollAnswer } from "../../records/message/poll.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { hasVoted } from "../../world/message/polls.js";
import { emojiView } from "./reactions.js";

/** @param viewerId whose votes are marked; undefined: nobody's, as in events */
export function pollView(world: MessageWorld, poll: Poll, viewerId: Snowflake | undefined): PollPayload {
  const { messageId, question, answers, allowsSeveral, endsAt, isFinal } = poll;
  const voted = ({ id: answerId }: PollAnswer): boolean =>
    viewerId !== undefined && hasVoted(world, { messageId, answerId, userId: viewerId });
  return {
    question: { text: question },
    answers: answers.map(({ id, text, emoji }) => ({
      answer_id: id,
      poll_media: { text, ...(emoji && { emoji: emojiView(emoji) }) },
    })),
    expiry: new Date(endsAt).toISOString(),
    allow_multiselect: allowsSeveral,
    layout_type: 1,
    results: {
      is_finalized: isFinal,
      answer_counts: answers
        .filter(({ votes }) => votes > 0)
        .map((one) => ({ id: one.id, count: one.votes, me_voted: voted(one) })),
    },
  };
}
