import { LOBBY_INVITE_LIFE_S, type LobbyInvitePayload, type Snowflake } from "sdkpp/wire";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import { memberOf } from "../../records/lobby/lobby.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { InviteWorld } from "../../world/invite/invite-world.js";
import { removeExpiredInvites } from "../../world/invite/open-invites.js";
import { channelLinkedTo } from "../../world/lobby/linked-lobbies.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort, RandomPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, unknownMember, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { noLinkedChannel } from "./faults.js";
import { findLobby } from "./membership.js";

/** The slices of the world that these rules use. */
type Touched = LobbyWorld & GuildWorld & InviteWorld & UserWorld & ClockPort & RandomPort;

const CODE_LENGTH = 10;
const ONCE = 1;

/** `POST /lobbies/{id}/members/@me/invites`: any member asks for itself; members of the guild cannot forbid it. */
export function inviteSelf(world: Touched, actor: Actor, lobbyId: Snowflake): Result<LobbyInvitePayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (memberOf(lobby, actor.user.id) === undefined) return missingAccess();
  return createInvite(world, channelLinkedTo(world, lobby), actor.user.id);
}

/** `POST /lobbies/{id}/members/{user}/invites`: the application's bot asks for a member. */
export function inviteMember(
  world: Touched,
  actor: Actor,
  lobbyId: Snowflake,
  userId: Snowflake,
): Result<LobbyInvitePayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (world.users.get(userId) === undefined) return unknownUser();
  if (memberOf(lobby, userId) === undefined) return unknownMember();
  return createInvite(world, channelLinkedTo(world, lobby), userId);
}

function createInvite(
  world: GuildWorld & InviteWorld & ClockPort & RandomPort,
  placed: PlacedChannel | undefined,
  targetUserId: Snowflake,
): Result<LobbyInvitePayload> {
  if (placed === undefined) return noLinkedChannel();
  // Players make as many as they like.
  removeExpiredInvites(world, placed.channel.id);
  const made: GuildInvite = {
    code: world.random.token(CODE_LENGTH),
    channelId: placed.channel.id,
    targetUserId,
    createdAt: world.clock.now(),
    maxAge: LOBBY_INVITE_LIFE_S,
    maxUses: ONCE,
    uses: 0,
  };
  world.invites.put(made);
  return done({ code: made.code }, [{ kind: "inviteCreated", invite: made, placed }]);
}
