import { Permission, Scope, type Snowflake } from "sdkpp/wire";
import type { User } from "../../records/user/user.js";
import { memberView } from "../../views/guild/member.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { bearerActor, type Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { ClockPort, DigestPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingPermissions, missingScope, unknownGuild, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuildAs, hasAll } from "../guild-access.js";
import { invalidAccessToken } from "./faults.js";
import { roleFault } from "./member-checks.js";
import { addMember, banFault } from "./membership.js";

type Touched = GuildWorld & UserWorld & ApplicationWorld & OAuth2World & ClockPort & DigestPort;

/** A user who has agreed to join, and what it is to have as a member. */
export interface Joining {
  /** Granted by the user to the bot's application. */
  readonly accessToken: string;
  readonly nick?: string | undefined;
  readonly roleIds?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
}

/** `PUT /guilds/{id}/members/{user}` by a bot with the user's token for `guilds.join`. @returns undefined for a member */
export function joinGuild(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
  joining: Joining,
): Result<Record<string, unknown> | undefined> {
  const guild = findGuildAs(world, actor, guildId, Permission.CreateInstantInvite);
  if (guild instanceof Fault) return guild;
  const user = world.users.get(userId);
  if (user === undefined) return unknownUser();
  const { accessToken, roleIds = [], ...fields } = joining;
  const fault = fieldFault(guild, actor.user.id, joining) ?? tokenFault(world, actor, userId, accessToken);
  if (fault !== undefined) return fault;
  if (guild.memberIds.includes(userId)) return done(undefined);
  const ban = banFault(world, guildId, userId);
  if (ban !== undefined) return ban;
  const { guild: after, facts } = addMember(world, guild, user, { ...fields, roleIds });
  return done(memberView(world, after, user), facts);
}

/** A user or bot becomes a member without an invite. */
export function joinAs(world: GuildWorld & ClockPort, user: User, guildId: Snowflake): Result<undefined> {
  const guild = world.guilds.get(guildId);
  if (guild === undefined) return unknownGuild();
  if (guild.memberIds.includes(user.id)) return done(undefined);
  return banFault(world, guildId, user.id) ?? done(undefined, addMember(world, guild, user).facts);
}

function fieldFault(
  guild: Parameters<typeof hasAll>[0],
  actorId: Snowflake,
  { nick, roleIds, mute, deaf }: Joining,
): Fault | undefined {
  const needed =
    (nick === undefined ? 0n : Permission.ManageNicknames) |
    (mute === undefined ? 0n : Permission.MuteMembers) |
    (deaf === undefined ? 0n : Permission.DeafenMembers);
  if (!hasAll(guild, actorId, needed)) return missingPermissions();
  return roleIds === undefined ? undefined : roleFault(guild, actorId, roleIds);
}

function tokenFault(world: Touched, actor: Actor, userId: Snowflake, token: string): Fault | undefined {
  const granted = bearerActor(world, token);
  if (granted?.user.id !== userId || granted.application.id !== actor.application.id)
    return invalidAccessToken();
  return granted.scopes.has(Scope.GuildsJoin) ? undefined : missingScope(Scope.GuildsJoin);
}
