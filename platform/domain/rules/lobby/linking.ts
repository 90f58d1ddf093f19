import { LobbyMemberFlag, type LobbyPayload, Permission, type Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "../../reactions/events.js";
import { linkChanged, linkNoticed } from "../../reactions/lobby/link-events.js";
import { lobbyUpdated } from "../../reactions/lobby/lobby-events.js";
import { mayIn } from "../../records/guild/permissions.js";
import { type Lobby, type LobbyLink, memberOf } from "../../records/lobby/lobby.js";
import { linkFault } from "../../views/guild/linkable-channel.js";
import { lobbyView } from "../../views/lobby/lobby.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { World } from "../../world/world.js";
import { missingAccess, missingPermissions, unknownChannel } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { refusedChannel } from "./faults.js";
import { findLobby } from "./membership.js";

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
