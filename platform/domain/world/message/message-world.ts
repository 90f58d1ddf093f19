import type { Snowflake } from "sdkpp/wire";
import type { Collection } from "../../../store/store.js";
import type { EphemeralFile, StoredFile, FileOwner, FileUsage } from "../../records/message/attachment.js";
import type { ChannelTail, DroppedChannel } from "../../records/message/channel-tail.js";
import type { DisclosureRecord } from "../../records/message/disclosure.js";
import type { DmChannel } from "../../records/message/dm-channel.js";
import type { MessageLog } from "../../records/message/message-log.js";
import type { Message } from "../../records/message/message.js";
import type { Poll, PollVote } from "../../records/message/poll.js";
import type { Pin } from "../../records/message/pin.js";
import type { Reaction, ReactionTally } from "../../records/message/reaction.js";
import type { SkuWorld } from "../monetisation/monetisation-world.js";
import type { FileLinksPort } from "../ports.js";
import type { ThreadWorld } from "../thread/thread-world.js";
import type { ActivityInvites } from "./activity-invites.js";
import type { SlowModes } from "./slow-modes.js";

export interface MessageWorld extends FileLinksPort, SkuWorld, ThreadWorld {
  /** Of lobbies and conversations. */
  readonly messages: Collection<Message>;
  readonly messageLogs: Collection<MessageLog>;
  /** Of guilds' channels. */
  readonly channelMessages: Collection<Message>;
  readonly channelTails: Collection<ChannelTail>;
  readonly droppedChannels: Collection<DroppedChannel>;
  readonly reactions: Collection<Reaction>;
  readonly reactionTallies: Collection<ReactionTally>;
  readonly files: Collection<StoredFile>;
  readonly fileOwners: Collection<FileOwner>;
  readonly fileUsage: Collection<FileUsage>;
  readonly ephemeralFiles: Collection<EphemeralFile>;
  readonly polls: Collection<Poll>;
  readonly pollVotes: Collection<PollVote>;
  readonly pins: Collection<Pin>;
  readonly dmChannels: Collection<DmChannel>;
  readonly disclosures: Collection<DisclosureRecord>;
  readonly activityInvites: ActivityInvites;
  readonly slowModes: SlowModes;
  /** Guilds whose messages have been searched. */
  readonly searchedGuilds: Set<Snowflake>;
}
