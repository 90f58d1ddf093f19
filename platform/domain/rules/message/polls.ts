import { MessageType, Permission, type MessagePayload, type Snowflake, type UserPayload } from "sdkpp/wire";
import { endKey } from "../../records/end-key.js";
import { ChannelType } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { Message, MessageEmbed } from "../../records/message/message.js";
import { mostVotes, winnerOf, type Poll } from "../../records/message/poll.js";
import { channelMessageView } from "../../views/message/channel-message.js";
import { userView } from "../../views/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { findInChannel } from "../../world/message/channel-history.js";
import { placeOf, type ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { hasVoted, removePoll, setVote, voterIds } from "../../world/message/polls.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { invalidField } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findMessage, permissionFault } from "../posting/access.js";
import { noPoll, othersMessage, pollOver } from "./faults.js";
import { postSystemMessage } from "../posting/notices.js";

type Touched = MessageWorld & GuildWorld & UserWorld & ApplicationWorld & ClockPort & IdsPort;

/** `GET /channels/{id}/polls/{message}/answers/{answer}`: who voted for it, lowest id first. */
export function listVoters(
  world: Touched,
  actor: Actor,
  target: { readonly channelId: Snowflake; readonly messageId: Snowflake; readonly answerId: Snowflake },
  page: { readonly after?: Snowflake | undefined; readonly limit: number },
): Result<{ users: UserPayload[] }> {
  const { messageId } = target;
  const found = findMessage(world, actor, target.channelId, messageId);
  if (found instanceof Fault) return found;
  const fault = permissionFault(found.place, actor, Permission.ReadMessageHistory);
  if (fault !== undefined) return fault;
  const answer = pollIn(world, found.message)?.answers.find(({ id }) => String(id) === target.answerId);
  if (answer === undefined) return invalidField("answer_id", "POLL_ANSWER_UNKNOWN", "Unknown poll answer.");
  const ids = voterIds(world, { messageId, answerId: answer.id }, page);
  return done({ users: ids.flatMap((id) => world.users.get(id) ?? []).map(userView) });
}

/** `POST /channels/{id}/polls/{message}/expire`: ends the actor's own poll. */
export function expirePoll(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  messageId: Snowflake,
): Result<MessagePayload> {
  const found = findMessage(world, actor, channelId, messageId);
  if (found instanceof Fault) return found;
  const { place, message } = found;
  const poll = pollIn(world, message);
  if (poll === undefined) return noPoll();
  if (message.authorId !== actor.user.id) return othersMessage();
  if (poll.isFinal) return pollOver();
  const facts = endPoll(world, place, message, { ...poll, endsAt: world.clock.now() });
  return done(channelMessageView(world, place, actor, message), facts);
}

/** How many polls one sweep ends. */
const SWEPT = 100;

/** Ends the polls whose time is up. */
export function sweepPolls(world: Touched): Fact[] {
  return world.polls.listUpTo("end", endKey(world.clock.now()), SWEPT).flatMap((poll) => {
    const place = placeOf(world, poll.channelId);
    const message = place && findInChannel(world, place, poll.messageId);
    if (place !== undefined && message !== undefined) return endPoll(world, place, message, poll);
    // Its channel is gone.
    removePoll(world, poll.messageId);
    return [];
  });
}

/**
 * A user who sees the message votes for these answers, and no longer for others.
 * @returns why not, in words, or what has happened
 */
export function vote(
  world: Touched,
  userId: Snowflake,
  messageId: Snowflake,
  answerIds: readonly number[],
): Fact[] | string {
  const poll = world.polls.get(messageId);
  const place = poll && placeOf(world, poll.channelId);
  const message = place && findInChannel(world, place, messageId);
  if (poll === undefined || place === undefined || message === undefined) return "the message has no poll";
  if (!canVote(place, userId)) return "the user does not see the poll";
  if (poll.isFinal || poll.endsAt <= world.clock.now()) return "the poll is over";
  if (answerIds.length > 1 && !poll.allowsSeveral) return "the poll allows one answer";
  if (answerIds.some((id) => poll.answers.every((one) => one.id !== id)))
    return "the poll has no such answer";
  const wanted = new Set(answerIds);
  const facts: Fact[] = [];
  let counted: Poll = poll;
  for (const { id: answerId } of poll.answers) {
    const cast = { messageId, answerId, userId };
    const isCast = wanted.has(answerId);
    if (hasVoted(world, cast) === isCast) continue;
    counted = setVote(world, counted, cast, isCast);
    facts.push({ kind: isCast ? "pollVoteAdded" : "pollVoteRemoved", place, message, userId, answerId });
  }
  return facts;
}

function canVote(place: ChannelPlace, userId: Snowflake): boolean {
  return place.kind === "guild"
    ? mayIn(place.guild, place.channel, userId, Permission.ViewChannel)
    : place.channel.userIds.includes(userId);
}

/** Whether polls can be posted here: not in announcements. */
export function holdsPolls(place: ChannelPlace): boolean {
  return place.kind === "dm" || place.channel.type !== ChannelType.GuildAnnouncement;
}

function pollIn(world: MessageWorld, { id, hasPoll }: Message): Poll | undefined {
  return hasPoll === true ? world.polls.get(id) : undefined;
}

/** The poll's last votes are its results, which the platform posts. */
function endPoll(world: Touched, place: ChannelPlace, message: Message, poll: Poll): Fact[] {
  const ended = { ...poll, isFinal: true };
  world.polls.put(ended);
  const notice = postSystemMessage(world, place, {
    type: MessageType.PollResult,
    authorId: message.authorId,
    applicationId: message.applicationId,
    reference: { messageId: message.id, ...(place.kind === "guild" && { guildId: place.guild.id }) },
    embeds: [resultEmbed(ended)],
  });
  return [{ kind: "pollEnded", place, message }, ...notice];
}

function resultEmbed(poll: Poll): MessageEmbed {
  const { question, answers } = poll;
  const winner = winnerOf(poll);
  const total = answers.reduce((sum, { votes }) => sum + votes, 0);
  const values: Record<string, string | undefined> = {
    poll_question_text: question,
    victor_answer_votes: String(mostVotes(answers)),
    total_votes: String(total),
    victor_answer_id: winner && String(winner.id),
    victor_answer_text: winner?.text,
    victor_answer_emoji_id: winner?.emoji?.id ?? undefined,
    victor_answer_emoji_name: winner?.emoji?.name,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return { type: "poll_result", fields: given.map(([name, value]) => ({ name, value, inline: false })) };
}
