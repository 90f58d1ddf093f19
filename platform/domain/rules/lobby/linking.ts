import { LobbyMemberFlag, Permission, type LobbyPayload, type Snowflake } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import { memberOf, type Lobby, type LobbyLink } from "../../records/lobby/lobby.js";
import { linkObstacle } from "../../views/guild/linkable-channel.js";
import { lobbyView } from "../../views/lobby/lobby.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import { missingAccess, missingPermissions, unknownChannel } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { channelNotLinkable, LINK_FAULTS } from "./faults.js";
import { findLobby } from "./membership.js";

/**
 * `PATCH /lobbies/{id}/channel-linking`: by a member with `CanLinkLobby`. Another channel replaces the linked one; the same
 * one again changes nothing and causes no event.
 * @param channelId null and undefined unlink, for which no permission in the channel is needed
 */
export function linkLobby(
  world: LobbyWorld & GuildWorld & ClockPort,
  actor: Actor,
  lobbyId: Snowflake,
  channelId: Snowflake | null | undefined,
): Result<LobbyPayload> {
  const lobby = linkableLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (channelId == null) return relinked(world, lobby, undefined);
  if (lobby.secret !== undefined)
    return channelNotLinkable("A lobby that was made with a secret cannot be linked.");
  const placed = placedChannel(world, channelId);
  if (placed === undefined) return unknownChannel();
  const obstacle = linkObstacle(world, placed, actor.user.id, lobby.id);
  if (obstacle !== undefined) return LINK_FAULTS[obstacle]();
  return relinked(world, lobby, { channelId, linkedBy: actor.user.id, linkedAt: world.clock.now() });
}

/**
 * `DELETE /channels/{id}/linked-lobby`: by a member who may manage the channel, whatever application the lobby belongs to.
 * 204 also when no lobby is linked.
 */
export function unlinkChannel(
  world: LobbyWorld & GuildWorld,
  actor: Actor,
  channelId: Snowflake,
): Result<undefined> {
  const placed = placedChannel(world, channelId);
  if (placed === undefined) return unknownChannel();
  const { guild, channel } = placed;
  if (!mayIn(guild, channel, actor.user.id, Permission.ManageChannels)) return missingPermissions();
  const lobby = lobbyLinkedTo(world, channelId);
  return done(undefined, lobby === undefined ? [] : relink(world, lobby, undefined));
}

/** The channel is gone. */
export function unlinkDeleted(world: LobbyWorld, channelId: Snowflake): Fact[] {
  const lobby = lobbyLinkedTo(world, channelId);
  return lobby === undefined ? [] : relink(world, lobby, undefined);
}

/** The lobby, for a member who may change what it is linked to. */
function linkableLobby(world: LobbyWorld, actor: Actor, lobbyId: Snowflake): Lobby | Fault {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  const member = memberOf(lobby, actor.user.id);
  if (member === undefined) return missingAccess();
  return (member.flags & LobbyMemberFlag.CanLinkLobby) === 0 ? missingPermissions() : lobby;
}

function relinked(
  world: LobbyWorld & GuildWorld,
  lobby: Lobby,
  link: LobbyLink | undefined,
): Result<LobbyPayload> {
  const facts = relink(world, lobby, link);
  return done(lobbyView(world, world.lobbies.get(lobby.id) ?? lobby), facts);
}

/** The one place where a link is written. */
function relink(world: LobbyWorld, lobby: Lobby, link: LobbyLink | undefined): Fact[] {
  const { link: before, ...unlinked } = lobby;
  if (before?.channelId === link?.channelId) return [];
  const after: Lobby = link === undefined ? unlinked : { ...unlinked, link };
  world.lobbies.put(after);
  return [{ kind: "lobbyLinkChanged", lobby: after, before }];
}
