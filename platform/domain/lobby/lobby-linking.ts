import { LobbyMemberFlag, MessageType, Permission, type LobbyPayload, type Snowflake } from "sdkpp/wire";
import type { Actor } from "../actor.js";
import { guildPlace } from "../message/channel-place.js";
import type { PlatformEvent } from "../events.js";
import { missingAccess } from "../faults.js";
import { postSystemMessage } from "../guild/guild-messages.js";
import { mayIn } from "../guild/guild-permissions.js";
import { linkFault } from "./linkable-channel.js";
import { lobbyUpdated } from "./lobby-events.js";
import { refusedChannel } from "./lobby-link-faults.js";
import { linkChanged } from "./lobby-link-events.js";
import { lobbyLinkedTo, type LobbyLink } from "./lobby-link.js";
import { placedChannel } from "../guild/placed-channel.js";
import { findLobby } from "./lobby-rules.js";
import { lobbyView, memberOf, type Lobby } from "./lobby.js";
import { missingPermissions, unknownChannel } from "../message/message-faults.js";
import { done, Fault, type Result } from "../outcome.js";
import type { World } from "../world.js";

/**
 * `PATCH /lobbies/{id}/channel-linking`: by a member with `CanLinkLobby`. Another channel replaces the one that was
 * linked; the same one again changes and tells nothing.
 * @param channelId null and undefined unlink, for which no permission in the channel is needed
 */
export function linkLobby(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  channelId: Snowflake | null | undefined,
): Result<LobbyPayload> {
  const lobby = linkableLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (channelId == null) return settled(world, lobby, undefined);
  if (lobby.secret !== undefined)
    return refusedChannel("A lobby that was made with a secret cannot be linked.");
  const placed = placedChannel(world, channelId);
  if (placed === undefined) return unknownChannel();
  const refusal = linkFault(world, placed, actor.user.id, lobby.id);
  if (refusal !== undefined) return refusal;
  return settled(world, lobby, { channelId, linkedBy: actor.user.id, linkedAt: world.clock.now() });
}

/**
 * `DELETE /channels/{id}/linked-lobby`: by whoever may manage the channel, whatever application the lobby belongs to.
 * 204 also when nothing is linked.
 */
export function unlinkChannel(world: World, actor: Actor, channelId: Snowflake): Result<undefined> {
  const placed = placedChannel(world, channelId);
  if (placed === undefined) return unknownChannel();
  const { guild, channel } = placed;
  if (!mayIn(guild, channel, actor.user.id, Permission.ManageChannels)) return missingPermissions();
  const lobby = lobbyLinkedTo(world, channelId);
  return done(undefined, lobby === undefined ? [] : relink(world, lobby, undefined));
}

/** The lobby, for a member who may change what it is linked to. */
function linkableLobby(world: World, actor: Actor, lobbyId: Snowflake): Lobby | Fault {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  const member = memberOf(lobby, actor.user.id);
  if (member === undefined) return missingAccess();
  return (member.flags & LobbyMemberFlag.CanLinkLobby) === 0 ? missingPermissions() : lobby;
}

function settled(world: World, lobby: Lobby, link: LobbyLink | undefined): Result<LobbyPayload> {
  const events = relink(world, lobby, link);
  return done(lobbyView(world, world.lobbies.get(lobby.id) ?? lobby), events);
}

/** The one place where a link is written, and told: to the lobby, and to the guilds of the old and the new channel. */
function relink(world: World, lobby: Lobby, link: LobbyLink | undefined): PlatformEvent[] {
  const { link: before, ...unlinked } = lobby;
  if (before?.channelId === link?.channelId) return [];
  const after: Lobby = link === undefined ? unlinked : { ...unlinked, link };
  world.lobbies.put(after);
  return [
    lobbyUpdated(world, after),
    ...linkChanged(world, before?.channelId),
    ...linkChanged(world, link?.channelId),
    ...linkNoticed(world, after),
  ];
}

/** The channel itself says that it was linked, and by whom. */
function linkNoticed(world: World, { applicationId, link }: Lobby): PlatformEvent[] {
  const place = link && guildPlace(world, link.channelId);
  if (link === undefined || place === undefined) return [];
  const type = MessageType.ChannelLinkedToLobby;
  return postSystemMessage(world, place, { type, authorId: link.linkedBy, applicationId });
}
