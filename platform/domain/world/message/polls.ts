import type { Snowflake } from "sdkpp/wire";
import { voteKey, votePrefix, type Poll, type PollVote } from "../../records/message/poll.js";
import type { MessageWorld } from "./message-world.js";

export function hasVoted(world: MessageWorld, vote: PollVote): boolean {
  return world.pollVotes.get(voteKey(vote)) !== undefined;
}

/** Ids of the users who voted for an answer, lowest first, those after `after`. */
export function voterIds(
  world: MessageWorld,
  { messageId, answerId }: Omit<PollVote, "userId">,
  { after = "0", limit }: { readonly after?: Snowflake | undefined; readonly limit: number },
): Snowflake[] {
  const prefix = votePrefix(messageId, answerId);
  // The keys differ in the id at their end only, so they are in the order of the ids.
  const page = world.pollVotes.page("answer", prefix, { after: prefix + after, limit });
  return page.toReversed().map(({ userId }) => userId);
}

/** Stores a vote, or takes it back. Run it in a transaction. @returns the poll with its new count */
export function setVote(world: MessageWorld, poll: Poll, vote: PollVote, isCast: boolean): Poll {
  if (isCast) world.pollVotes.put(vote);
  else world.pollVotes.delete(voteKey(vote));
  const by = isCast ? 1 : -1;
  const counted = poll.answers.map((one) =>
    one.id === vote.answerId ? { ...one, votes: one.votes + by } : one,
  );
  const after = { ...poll, answers: counted };
  world.polls.put(after);
  return after;
}

/** Run it in a transaction. */
export function removePoll(world: MessageWorld, messageId: Snowflake): void {
  const poll = world.polls.get(messageId);
  for (const { id } of poll?.answers ?? [])
    for (const vote of world.pollVotes.listBy("answer", votePrefix(messageId, id)))
      world.pollVotes.delete(voteKey(vote));
  if (poll !== undefined) world.polls.delete(messageId);
}
