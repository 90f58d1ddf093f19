import { MessageFlag, MessageType } from "sdkpp/wire";
import type { Attachment } from "../../records/message/attachment.js";
import { isCrossposted, type Message } from "../../records/message/message.js";
import { authorOfWebhook, type Webhook } from "../../records/webhook/webhook.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { editMessage, postMessage } from "../../rules/posting/changes.js";
import { postSystemMessage } from "../../rules/posting/notices.js";
import { copiesOf } from "../../world/message/crossposts.js";
import { placedFollowersOf } from "../../world/webhook/followers.js";
import type { World } from "../../world/world.js";

/** Content of a copy whose source is deleted. */
const DELETED = "[Original Message Deleted]";
const NOBODY = { userIds: [], roleIds: [], everyone: false };

/** A channel says that it follows another one. */
export function postFollowNotice(
  world: World,
  { placed, source, webhook }: FactOf<"channelFollowed">,
): readonly Fact[] {
  return postSystemMessage(
    world,
    { kind: "guild", ...placed },
    {
      type: MessageType.ChannelFollowAdd,
      authorId: webhook.userId,
      applicationId: webhook.applicationId,
      content: `${source.guild.name} #${source.channel.name}`,
      reference: { channelId: source.channel.id, guildId: source.guild.id },
    },
  );
}

/** A copy in each following channel, without mentions. */
export function deliverCrosspost(
  world: World,
  { place: { guild, channel }, message }: FactOf<"messageCrossposted">,
): Fact[] {
  const reference = { messageId: message.id, channelId: channel.id, guildId: guild.id };
  return placedFollowersOf(world, channel.id).flatMap(({ webhook, placed }) => {
    const place = { kind: "guild", ...placed } as const;
    return postMessage(world, place, { ...newCopy(world, webhook, message), reference });
  });
}

/** Copies change with their source: its text, its files, its components, its embeds and whether these are shown. */
export function updateCopies(world: World, { message }: FactOf<"guildMessageEdited">): Fact[] {
  if (!isCrossposted(message)) return [];
  return copiesOf(world, message.id).flatMap(({ place, message: copy }) =>
    editMessage(world, place, { ...copy, ...shown(message, copy.flags) }),
  );
}

/** Copies stay when their source is deleted, without what it said. */
export function emptyCopies(world: World, { messages }: FactOf<"guildMessagesDeleted">): Fact[] {
  return messages.filter(isCrossposted).flatMap(({ id }) =>
    copiesOf(world, id).flatMap(({ place, message: { stickers: _stickers, ...copy } }) =>
      editMessage(world, place, {
        ...copy,
        content: DELETED,
        embeds: [],
        attachments: [],
        components: [],
        flags: ((copy.flags ?? 0) & ~MessageFlag.IsComponentsV2) | MessageFlag.SourceMessageDeleted,
      }),
    ),
  );
}

function newCopy(world: World, webhook: Webhook, message: Message): Message {
  return {
    ...shown(message),
    id: world.ids.next(),
    channelId: webhook.channelId,
    applicationId: webhook.applicationId,
    authorId: webhook.id,
    webhook: authorOfWebhook(webhook),
    mentions: NOBODY,
    sentAt: world.clock.now(),
  };
}

/** Flags that a copy has like its source. */
const COPIED = MessageFlag.SuppressEmbeds | MessageFlag.IsComponentsV2;

/** The parts that a copy takes from its source. @param own flags of its own */
function shown(
  { content, channelId, embeds = [], attachments = [], components, stickers, flags = 0, editedAt }: Message,
  own: number = MessageFlag.IsCrosspost,
): Pick<Message, "attachments" | "components" | "content" | "editedAt" | "embeds" | "flags" | "stickers"> {
  return {
    content,
    embeds,
    ...(components && { components }),
    attachments: attachments.map((one): Attachment => ({ ...one, ownerChannelId: channelId })),
    ...(stickers && { stickers }),
    flags: (own & ~COPIED) | (flags & COPIED),
    editedAt,
  };
}
