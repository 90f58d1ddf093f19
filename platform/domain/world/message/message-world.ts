import type { Snowflake } from "sdkpp/wire";
import { Collection, type Store } from "../../../store/store.js";
import {
  ephemeralFileIndex,
  type EphemeralFile,
  type FileOwner,
  type FileUsage,
  type StoredFile,
} from "../../records/message/attachment.js";
import type { ChannelTail, DroppedChannel } from "../../records/message/channel-tail.js";
import { disclosureKey, type DisclosureRecord } from "../../records/message/disclosure.js";
import { dmChannelIndex, type DmChannel } from "../../records/message/dm-channel.js";
import { fileIndex, FILES } from "../../records/message/file-content.js";
import type { MessageLog } from "../../records/message/message-log.js";
import { channelMessageIndex, nonceIndex, type Message } from "../../records/message/message.js";
import { CHANNEL_MESSAGES } from "../../records/message/message-terms.js";
import type { MessagePurge } from "../../records/message/message-purge.js";
import { pinIndex, type Pin } from "../../records/message/pin.js";
import { pollIndex, voteIndex, voteKey, type Poll, type PollVote } from "../../records/message/poll.js";
import {
  reactionIndex,
  reactionKey,
  type Reaction,
  type ReactionTally,
} from "../../records/message/reaction.js";
import type { SkuWorld } from "../monetisation/monetisation-world.js";
import type { ClockPort, FileContentsPort, FileLinksPort } from "../ports.js";
import type { ThreadWorld } from "../thread/thread-world.js";
import { ActivityInvites } from "./activity-invites.js";
import { SlowModes } from "./slow-modes.js";

export interface MessageWorld extends FileLinksPort, FileContentsPort, SkuWorld, ThreadWorld {
  /** Messages of lobbies and conversations. */
  readonly messages: Collection<Message>;
  readonly messageLogs: Collection<MessageLog>;
  /** Messages of guilds' channels. */
  readonly channelMessages: Collection<Message>;
  readonly channelTails: Collection<ChannelTail>;
  readonly droppedChannels: Collection<DroppedChannel>;
  readonly messagePurges: Collection<MessagePurge>;
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

export function messageWorld(
  store: Store,
  { clock }: ClockPort,
): Omit<MessageWorld, keyof (FileLinksPort & FileContentsPort & SkuWorld & ThreadWorld)> {
  return {
    messages: new Collection<Message>(store, "message", (one) => one.id, nonceIndex),
    messageLogs: new Collection<MessageLog>(store, "message-log", (one) => one.channelId),
    channelMessages: new Collection<Message>(store, CHANNEL_MESSAGES, (one) => one.id, channelMessageIndex),
    channelTails: new Collection<ChannelTail>(store, "channel-tail", (one) => one.channelId),
    droppedChannels: new Collection<DroppedChannel>(store, "dropped-channel", (one) => one.channelId),
    messagePurges: new Collection<MessagePurge>(store, "message-purge", (one) => one.id),
    reactions: new Collection<Reaction>(store, "reaction", reactionKey, reactionIndex),
    reactionTallies: new Collection<ReactionTally>(store, "reaction-tally", (one) => one.messageId),
    files: new Collection<StoredFile>(store, FILES, (one) => one.id, fileIndex),
    fileOwners: new Collection<FileOwner>(store, "file-owner", (one) => one.id),
    fileUsage: new Collection<FileUsage>(store, "file-usage", (one) => one.applicationId),
    ephemeralFiles: new Collection<EphemeralFile>(
      store,
      "ephemeral-file",
      (one) => one.id,
      ephemeralFileIndex,
    ),
    polls: new Collection<Poll>(store, "poll", (one) => one.messageId, pollIndex),
    pollVotes: new Collection<PollVote>(store, "poll-vote", voteKey, voteIndex),
    pins: new Collection<Pin>(store, "pin", (one) => one.messageId, pinIndex),
    dmChannels: new Collection<DmChannel>(store, "dm-channel", (one) => one.id, dmChannelIndex),
    disclosures: new Collection<DisclosureRecord>(store, "disclosure", disclosureKey),
    activityInvites: new ActivityInvites(clock),
    slowModes: new SlowModes(clock),
    searchedGuilds: new Set(),
  };
}
