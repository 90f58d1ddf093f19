import { MessageType, snowflakeTimestamp, type Snowflake } from "sdkpp/wire";
import type { Fact, FactOf } from "../../facts/facts.js";
import { postSystemMessage } from "../../rules/posting/notices.js";
import type { World } from "../../world/world.js";

/** A thread that is started from an older message is announced below it. */
const OLD_MESSAGE_MS = 60_000;

/** A thread begins with the message from which it was started; the channel says that there is one if that message is old. */
export function announceThread(
  world: World,
  { placed, parent, actor, source }: FactOf<"threadCreated">,
): Fact[] {
  if (source === undefined) return [];
  const { guild, channel } = placed;
  const { userId: authorId, applicationId } = actor;
  const starter = postSystemMessage(
    world,
    { kind: "guild", ...placed },
    {
      type: MessageType.ThreadStarterMessage,
      authorId: source.authorId,
      applicationId,
      reference: { messageId: source.id, channelId: source.channelId, guildId: guild.id },
    },
  );
  const age = world.clock.now() - snowflakeTimestamp(BigInt(source.id));
  if (age < OLD_MESSAGE_MS) return starter;
  const notice = postSystemMessage(
    world,
    { kind: "guild", ...parent },
    {
      type: MessageType.ThreadCreated,
      authorId,
      applicationId,
      content: channel.name,
      reference: { channelId: channel.id, guildId: guild.id },
    },
  );
  return [...starter, ...notice];
}

/** A thread says that it has another name. */
export function announceName(world: World, { placed, renamedBy }: FactOf<"threadUpdated">): Fact[] {
  if (renamedBy === undefined) return [];
  const { userId: authorId, applicationId } = renamedBy;
  const notice = {
    type: MessageType.ChannelNameChange,
    authorId,
    applicationId,
    content: placed.channel.name,
  };
  return postSystemMessage(world, { kind: "guild", ...placed }, notice);
}

/** Posts a notice in the thread about an added or removed member. */
export function announceMembers(
  world: World,
  { placed, added, removedIds, by }: FactOf<"threadMembersChanged">,
): Fact[] {
  if (by === undefined) return [];
  const post = (type: number, userId: Snowflake): Fact[] =>
    postSystemMessage(
      world,
      { kind: "guild", ...placed },
      {
        type,
        authorId: by.userId,
        applicationId: by.applicationId,
        mentions: { userIds: [userId], roleIds: [], everyone: false },
      },
    );
  return [
    ...added.flatMap(({ userId }) => post(MessageType.RecipientAdd, userId)),
    ...removedIds.flatMap((userId) => post(MessageType.RecipientRemove, userId)),
  ];
}
