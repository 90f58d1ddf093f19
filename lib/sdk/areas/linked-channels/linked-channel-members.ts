import type {
  GuildChannelList,
  GuildList,
  LinkedLobbyInvite,
  LinkedChannelsArea,
} from "./linked-channels-area.js";
import type { IdLike } from "../../argument.js";
import type { ClientResult } from "../../values/client-result.js";
import type { GuildChannel } from "../../values/guild-channel.js";
import type { GuildMinimal } from "../../values/guild-minimal.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: lobbies that are linked to server channels. */
export interface LinkedChannelMembers {
  /**
   * Gets the platform servers that the player is in; always requested from the platform.
   * @mirrors Client::GetUserGuilds
   */
  getUserGuilds: Operation<[], GuildList, [result: ClientResult, guilds: GuildMinimal[]]>;

  /**
   * Gets the channels of a server that the player can see; always requested from the platform. They are sorted as in the
   * platform's app: first those without a category, then each category, with text channels before voice channels.
   * @param guildId a server that the player is in; `HTTPError` 404 with code 10004 otherwise
   * @mirrors Client::GetGuildChannels
   */
  getGuildChannels: Operation<
    [guildId: IdLike],
    GuildChannelList,
    [result: ClientResult, guildChannels: GuildChannel[]]
  >;

  /**
   * Links a server channel to a lobby in place of the current one; messages in one appear in the other. It is complete when
   * the lobby's handle shows the link. The platform gives `HTTPError` 403 with code 50013 for a member without `canLinkLobby`,
   * which members of a lobby that was created with a secret do not have, or without the permissions that
   * `GuildChannel.isLinkable` names; 400 with 50024 for a channel that is not a text channel; 400 with 50035 for an
   * age-restricted channel, a channel that is linked to another lobby, and a lobby that was created with a secret.
   * @mirrors Client::LinkChannelToLobby
   */
  linkChannelToLobby: Operation<[lobbyId: IdLike, channelId: IdLike]>;

  /**
   * Removes the link of a lobby; a lobby without one stays unchanged. It is complete when the lobby's handle shows it. It
   * needs `canLinkLobby`, but no permission in the channel: `HTTPError` 403 with code 50013 otherwise.
   * @mirrors Client::UnlinkChannelFromLobby
   */
  unlinkChannelFromLobby: Operation<[lobbyId: IdLike]>;

  /**
   * Gets an invite into the server of the lobby's linked channel, and opens its page, where the player accepts it. The invite
   * is personal, works once and expires after an hour. Any member of the lobby may request one; `HTTPError` 400 with code
   * 10003 for a lobby without a link. It succeeds even when the page cannot be opened: the game can show the address.
   * Provisional users must merge first: the operation waits for `provisionalUserMergeCompleted`, and a failed merge ends it
   * with `Aborted`.
   * @param provisionalUserMergeRequiredCallback called when the user is provisional; without it the operation ends with
   * `ValidationError` for such users
   * @mirrors Client::JoinLinkedLobbyGuild
   */
  joinLinkedLobbyGuild: Operation<
    [lobbyId: IdLike, provisionalUserMergeRequiredCallback: (() => void) | undefined],
    LinkedLobbyInvite,
    [result: ClientResult, inviteUrl: string]
  >;
}

interface Parts {
  linkedChannels: LinkedChannelsArea;
}

export const linkedChannelMembers: MembersOf<LinkedChannelMembers, Parts> = {
  getUserGuilds: ({ linkedChannels }) => linkedChannels.guilds(),
  getGuildChannels: ({ linkedChannels }, guildId) => linkedChannels.channels(guildId),
  linkChannelToLobby: ({ linkedChannels }, lobbyId, channelId) => linkedChannels.link(lobbyId, channelId),
  unlinkChannelFromLobby: ({ linkedChannels }, lobbyId) => linkedChannels.unlink(lobbyId),
  joinLinkedLobbyGuild: ({ linkedChannels }, lobbyId, provisionalUserMergeRequiredCallback) =>
    linkedChannels.invite(lobbyId, provisionalUserMergeRequiredCallback),
};
