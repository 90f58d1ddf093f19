import { LOBBY_INVITE_LIFE_S, Permission, type LobbyInvitePayload, type Snowflake } from "sdkpp/wire";
import type { Actor } from "../actor.js";
import { missingAccess, unknownInvite, unknownMember, unknownUser } from "../faults.js";
import { inviteCreated, inviteDeleted } from "./guild-invite-events.js";
import { guildInviteView, isInviteOver, type GuildInvite } from "./guild-invite.js";
import { joinGuild } from "./guild-joining.js";
import { mayIn } from "./guild-permissions.js";
import { noLinkedChannel } from "../lobby/lobby-link-faults.js";
import { channelLinkedTo } from "../lobby/lobby-link.js";
import { placedChannel, type PlacedChannel } from "./placed-channel.js";
import { findLobby } from "../lobby/lobby-rules.js";
import { memberOf } from "../lobby/lobby.js";
import { missingPermissions } from "../message/message-faults.js";
import { done, Fault, type Result } from "../outcome.js";
import type { User } from "../user/user.js";
import type { World } from "../world.js";

type InviteView = Record<string, unknown>;

const CODE_LENGTH = 10;
const ONCE = 1;

/** `POST /lobbies/{id}/members/@me/invites`: any member asks for itself; nobody in the guild can forbid it. */
export function inviteSelf(world: World, actor: Actor, lobbyId: Snowflake): Result<LobbyInvitePayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (memberOf(lobby, actor.user.id) === undefined) return missingAccess();
  return invite(world, channelLinkedTo(world, lobby), actor.user.id);
}

/** `POST /lobbies/{id}/members/{user}/invites`: the application's bot asks for a member. */
export function inviteMember(
  world: World,
  actor: Actor,
  lobbyId: Snowflake,
  userId: Snowflake,
): Result<LobbyInvitePayload> {
  const lobby = findLobby(world, actor, lobbyId);
  if (lobby instanceof Fault) return lobby;
  if (world.users.get(userId) === undefined) return unknownUser();
  if (memberOf(lobby, userId) === undefined) return unknownMember();
  return invite(world, channelLinkedTo(world, lobby), userId);
}

/** `GET /invites/{code}`: for whoever has the code. */
export function getInvite(world: World, code: string, withCounts: boolean): Result<InviteView> {
  const found = findInvite(world, code);
  return found instanceof Fault ? found : done(viewOf(world, found, withCounts));
}

/** What the page of an invite shows: where it leads, and whom. */
export function shownInvite(world: World, code: string): (PlacedChannel & { user: User }) | Fault {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  const user = world.users.get(found.invite.targetUserId);
  return user === undefined ? unknownInvite() : { ...found.placed, user };
}

/**
 * `POST /invites/{code}` by a game, on behalf of its player: only into a guild that the game's bot is in. To be in the
 * guild already costs no use.
 */
export function acceptInvite(world: World, actor: Actor, code: string): Result<InviteView> {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  const { botUserId } = actor.application;
  if (botUserId === undefined || !found.placed.guild.memberIds.includes(botUserId)) return missingAccess();
  return acceptAs(world, actor.user, code);
}

/** An invite accepted by the user itself, in the platform's app. */
export function acceptAs(world: World, user: User, code: string): Result<InviteView> {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  if (found.invite.targetUserId !== user.id) return unknownInvite();
  const { guild } = found.placed;
  if (guild.memberIds.includes(user.id)) return done(viewOf(world, found));
  return world.store.transaction(() => {
    const events = joinGuild(world, guild, user);
    const used = { ...found.invite, uses: found.invite.uses + 1 };
    keep(world, used);
    const { channel } = found.placed;
    const placed = { guild: world.guilds.get(guild.id) ?? guild, channel };
    return done(viewOf(world, { invite: used, placed }), events);
  });
}

/** `DELETE /invites/{code}`: by whoever may manage its channel. */
export function deleteInvite(world: World, actor: Actor, code: string): Result<InviteView> {
  const found = findInvite(world, code);
  if (found instanceof Fault) return found;
  const { guild, channel } = found.placed;
  if (!mayIn(guild, channel, actor.user.id, Permission.ManageChannels)) return missingPermissions();
  world.invites.delete(code);
  return done(viewOf(world, found), [inviteDeleted(found.invite, found.placed)]);
}

interface FoundInvite {
  readonly invite: GuildInvite;
  readonly placed: PlacedChannel;
}

/** One that can still be accepted; any other does not exist. */
function findInvite(world: World, code: string): FoundInvite | Fault {
  const found = world.invites.get(code);
  const placed = found && placedChannel(world, found.channelId);
  if (found === undefined || placed === undefined || isInviteOver(world, found)) return unknownInvite();
  return { invite: found, placed };
}

function invite(
  world: World,
  placed: PlacedChannel | undefined,
  targetUserId: Snowflake,
): Result<LobbyInvitePayload> {
  if (placed === undefined) return noLinkedChannel();
  dropOldInvites(world, placed.channel.id);
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
  return done({ code: made.code }, [inviteCreated(world, made, placed)]);
}

/** Invites are made at will: what nobody can accept any more is not to pile up. */
function dropOldInvites(world: World, channelId: Snowflake): void {
  for (const one of world.invites.listBy("channel", channelId))
    if (isInviteOver(world, one)) world.invites.delete(one.code);
}

function keep(world: World, used: GuildInvite): void {
  if (isInviteOver(world, used)) world.invites.delete(used.code);
  else world.invites.put(used);
}

function viewOf(world: World, { invite: one }: FoundInvite, withCounts = false): InviteView {
  return guildInviteView(world, one, withCounts) ?? {};
}
