import type { IdLike } from "../argument.js";
import {
  guildChannelsShape,
  guildsShape,
  inviteShape,
  type GuildChannelsValue,
  type GuildsValue,
  type InviteValue,
} from "../core/client-linked-channels.js";
import { resultOnly, type OperationOptions } from "../core/operation.js";
import { mergeRequiredArgument } from "../core/provisional-merge.js";
import type { ClientResult } from "../values/client-result.js";
import type { GuildChannel } from "../values/guild-channel.js";
import type { GuildMinimal } from "../values/guild-minimal.js";
import { ClientWithActivityInvites } from "./activity-invites.js";

type GuildsCallback = (result: ClientResult, guilds: GuildMinimal[]) => void;
type ChannelsCallback = (result: ClientResult, guildChannels: GuildChannel[]) => void;
type LinkCallback = (result: ClientResult) => void;
type InviteCallback = (result: ClientResult, inviteUrl: string) => void;

/** Servers of the platform, and lobbies that are linked to one of their channels. */
export abstract class ClientWithLinkedChannels extends ClientWithActivityInvites {
  /**
   * All servers of the platform that the player is in; always asked from the platform.
   * @mirrors Client::GetUserGuilds
   */
  getUserGuilds(cb: GuildsCallback): void;
  getUserGuilds(options?: OperationOptions): Promise<GuildsValue>;
  getUserGuilds(last?: GuildsCallback | OperationOptions): Promise<GuildsValue> | void {
    const { linkedChannels, operations } = this.core;
    return operations.start(guildsShape, (signal) => linkedChannels.guilds(signal), last);
  }

  /**
   * The channels of a server that the player sees, in the order in which the platform's app lists them: those of no
   * category first, then category by category, channels for writing before those for talking; always asked from the
   * platform.
   * @param guildId of a server that the player is in; `HTTPError` 404 with code 10004 otherwise
   * @mirrors Client::GetGuildChannels
   */
  getGuildChannels(guildId: IdLike, cb: ChannelsCallback): void;
  getGuildChannels(guildId: IdLike, options?: OperationOptions): Promise<GuildChannelsValue>;
  getGuildChannels(
    guildId: IdLike,
    last?: ChannelsCallback | OperationOptions,
  ): Promise<GuildChannelsValue> | void {
    const { linkedChannels, operations } = this.core;
    const run = (signal: AbortSignal): Promise<GuildChannelsValue> =>
      linkedChannels.channels(guildId, signal);
    return operations.start(guildChannelsShape, run, last);
  }

  /**
   * Links a server's channel to a lobby, in place of the one that was linked: what is said in one is heard in the other.
   * Done when the lobby's handle shows it. The platform decides: `HTTPError` 403 with code 50013 for a member without
   * `canLinkLobby` or without the permissions that `GuildChannel.isLinkable` names, 400 with 50024 for what is no text
   * channel, and with 50035 for an age-restricted channel, one that is linked to another lobby, and a lobby that was
   * made with a secret.
   * @mirrors Client::LinkChannelToLobby
   */
  linkChannelToLobby(lobbyId: IdLike, channelId: IdLike, callback: LinkCallback): void;
  linkChannelToLobby(lobbyId: IdLike, channelId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  linkChannelToLobby(
    lobbyId: IdLike,
    channelId: IdLike,
    last?: LinkCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { linkedChannels, operations } = this.core;
    const run = (signal: AbortSignal): Promise<ClientResult> =>
      linkedChannels.link(lobbyId, channelId, signal);
    return operations.start(resultOnly, run, last);
  }

  /**
   * Ends the link of a lobby; a lobby without one stays as it is. Needs `canLinkLobby`, and no permission in the channel:
   * `HTTPError` 403 with code 50013 without it. Done when the lobby's handle shows it.
   * @mirrors Client::UnlinkChannelFromLobby
   */
  unlinkChannelFromLobby(lobbyId: IdLike, callback: LinkCallback): void;
  unlinkChannelFromLobby(lobbyId: IdLike, options?: OperationOptions): Promise<ClientResult>;
  unlinkChannelFromLobby(
    lobbyId: IdLike,
    last?: LinkCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { linkedChannels, operations } = this.core;
    return operations.start(resultOnly, (signal) => linkedChannels.unlink(lobbyId, signal), last);
  }

  /**
   * Gets an invite into the server of the lobby's linked channel, and opens its page, where the player accepts it. It is
   * the player's alone, serves once and lives for an hour. Any member of the lobby may ask; `HTTPError` 400 with code
   * 10003 for a lobby without a link. Where no page can be opened the operation succeeds all the same: the game shows
   * the address. Provisional users have to merge first: the operation waits for `provisionalUserMergeCompleted`; a failed
   * merge ends it with `Aborted`.
   * @param provisionalUserMergeRequiredCallback called when the user is provisional; without it such a user's attempt
   * ends with `ValidationError`
   * @mirrors Client::JoinLinkedLobbyGuild
   */
  joinLinkedLobbyGuild(
    lobbyId: IdLike,
    provisionalUserMergeRequiredCallback: (() => void) | undefined,
    callback: InviteCallback,
  ): void;
  joinLinkedLobbyGuild(
    lobbyId: IdLike,
    provisionalUserMergeRequiredCallback: (() => void) | undefined,
    options?: OperationOptions,
  ): Promise<InviteValue>;
  joinLinkedLobbyGuild(
    lobbyId: IdLike,
    provisionalUserMergeRequiredCallback: (() => void) | undefined,
    last?: InviteCallback | OperationOptions,
  ): Promise<InviteValue> | void {
    const { linkedChannels, operations } = this.core;
    const run = async (signal: AbortSignal): Promise<InviteValue> =>
      linkedChannels.invite(lobbyId, mergeRequiredArgument(provisionalUserMergeRequiredCallback), signal);
    return operations.start(inviteShape, run, last);
  }
}
