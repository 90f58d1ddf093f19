import type { MetadataMap, Snowflake } from "sdkpp/wire";
import type { Lobby } from "../records/lobby/lobby.js";
import type { ActivityInvite } from "../records/message/activity-invite.js";
import type { DmChannel } from "../records/message/dm-channel.js";
import type { Emoji } from "../records/message/emoji.js";
import type { Message } from "../records/message/message.js";
import type { ChannelPlace, GuildPlace } from "../world/message/channel-place.js";

/** A message of a lobby. `isMirrored`: it comes from the linked channel, so it is not copied back there. */
type LobbyMessageFact =
  | {
      readonly kind: "lobbyMessagePosted";
      readonly lobby: Lobby;
      readonly message: Message;
      /** For sessions that are connected now; it is not stored. */
      readonly metadata?: MetadataMap | null | undefined;
      readonly isMirrored?: true;
    }
  | {
      readonly kind: "lobbyMessageEdited";
      readonly lobby: Lobby;
      readonly message: Message;
      readonly isMirrored?: true;
    }
  | {
      readonly kind: "lobbyMessageDeleted";
      readonly lobby: Lobby;
      readonly messageId: Snowflake;
      readonly isMirrored?: true;
    }
  | { readonly kind: "lobbyMessageModerated"; readonly lobby: Lobby; readonly message: Message };

/** A message of a guild's channel. `isMirrored`: it comes from the linked lobby, so it is not copied back there. */
type GuildMessageFact =
  | {
      readonly kind: "guildMessagePosted";
      readonly place: GuildPlace;
      readonly message: Message;
      readonly isMirrored?: true;
    }
  | {
      readonly kind: "guildMessageEdited";
      readonly place: GuildPlace;
      readonly message: Message;
      readonly isMirrored?: true;
    }
  | {
      readonly kind: "guildMessagesDeleted";
      readonly place: GuildPlace;
      /** One or more. */
      readonly messages: readonly Message[];
      readonly isMirrored?: true;
    }
  /** It is published to the channels that follow. */
  | { readonly kind: "messageCrossposted"; readonly place: GuildPlace; readonly message: Message };

type DirectMessageFact =
  /** Its first message follows. */
  | { readonly kind: "dmChannelOpened"; readonly channel: DmChannel }
  | {
      readonly kind: "directMessagePosted";
      readonly channel: DmChannel;
      readonly message: Message;
      readonly metadata?: MetadataMap | null | undefined;
    }
  | { readonly kind: "directMessageEdited"; readonly channel: DmChannel; readonly message: Message }
  | { readonly kind: "directMessageDeleted"; readonly channel: DmChannel; readonly message: Message }
  | { readonly kind: "directMessageModerated"; readonly channel: DmChannel; readonly message: Message }
  /** It is delivered and not stored. */
  | {
      readonly kind: "ephemeralMessagePosted";
      readonly message: Message;
      readonly recipientId: Snowflake;
      readonly metadata?: MetadataMap | null | undefined;
    };

interface OneReaction {
  readonly place: ChannelPlace;
  readonly message: Message;
  readonly userId: Snowflake;
  readonly emoji: Emoji;
}

type ReactionFact =
  | ({ readonly kind: "reactionAdded" } & OneReaction)
  | ({ readonly kind: "reactionRemoved" } & OneReaction)
  | {
      readonly kind: "reactionEmojiCleared";
      readonly place: ChannelPlace;
      readonly message: Message;
      readonly emoji: Emoji;
    }
  | { readonly kind: "reactionsCleared"; readonly place: ChannelPlace; readonly message: Message };

/** A message was pinned, or is pinned no longer. */
interface PinFact {
  readonly kind: "pinChanged";
  readonly place: ChannelPlace;
  readonly message: Message;
}

interface OneVote {
  readonly place: ChannelPlace;
  readonly message: Message;
  readonly userId: Snowflake;
  readonly answerId: number;
}

type PollFact =
  | ({ readonly kind: "pollVoteAdded" } & OneVote)
  | ({ readonly kind: "pollVoteRemoved" } & OneVote)
  | { readonly kind: "pollEnded"; readonly place: ChannelPlace; readonly message: Message };

export type MessageFact =
  | LobbyMessageFact
  | GuildMessageFact
  | DirectMessageFact
  | ReactionFact
  | PinFact
  | PollFact
  | { readonly kind: "typingStarted"; readonly place: ChannelPlace; readonly userId: Snowflake }
  | { readonly kind: "activityInviteSent"; readonly invite: ActivityInvite }
  | { readonly kind: "activityInviteAccepted"; readonly invite: ActivityInvite };
