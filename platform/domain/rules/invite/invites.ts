import {
  AuditLogEvent,
  INVITE_AGE_DEFAULT_S,
  INVITES_PER_GUILD_MAX,
  Permission,
  type Snowflake,
} from "sdkpp/wire";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import { ChannelType, rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { guildPermissions, mayIn } from "../../records/guild/permissions.js";
import { guildInviteView } from "../../views/guild/guild-invite.js";
import { inviteAuditView } from "../../views/invite/invite.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { type PlacedChannel } from "../../world/guild/placed-channel.js";
import type { InviteWorld } from "../../world/invite/invite-world.js";
import { openInvitesInto, openInvitesOf, removeExpiredInvites } from "../../world/invite/open-invites.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, RandomPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { auditChanges, audited } from "../audit.js";
import { invalidField, missingPermissions, unknownRole, wrongChannelType } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { tooManyInvites } from "./faults.js";
import { putTargets } from "./target-users.js";
import { readTargetUsers } from "./target-users-file.js";
import { findChannel, findGuild } from "../guild-access.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld &
  InviteWorld &
  UserWorld &
  PresenceWorld &
  ApplicationWorld &
  ClockPort &
  RandomPort;

type View = Record<string, unknown>;

/** The settings of a new invite. */
export interface InviteInput {
  /** Seconds; 0: for ever */
  readonly maxAge?: number | null | undefined;
  /** 0: no limit */
  readonly maxUses?: number | null | undefined;
  readonly temporary?: boolean | null | undefined;
  /** Whether it is new even if a similar one exists. */
  readonly unique?: boolean | null | undefined;
  readonly targetType?: number | null | undefined;
  readonly targetApplicationId?: Snowflake | undefined;
  readonly roleIds: readonly Snowflake[];
  /** CSV of the users who can accept it; all unless given. */
  readonly targetUsersFile?: string | undefined;
}

const CODE_LENGTH = 10;
/** Bit of an application that runs inside the platform's app. */
const EMBEDDED = 1 << 17;
const EMBEDDED_APPLICATION = 2;

/** `POST /channels/{id}/invites`. */
export function createInvite(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  input: InviteInput,
): Result<View> {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const fault = creationFault(world, actor, placed, input);
  if (fault !== undefined) return fault;
  const userIds = input.targetUsersFile === undefined ? undefined : readTargetUsers(input.targetUsersFile);
  if (userIds instanceof Fault) return userIds;
  const wanted = inviteOf(world, actor, channelId, input);
  const isReusable = input.unique !== true && userIds === undefined;
  const similar = isReusable ? similarInvite(world, wanted) : undefined;
  if (similar !== undefined) return done(viewOf(world, similar));
  removeExpiredInvites(world, channelId);
  if (openInvitesInto(world, placed.guild).length >= INVITES_PER_GUILD_MAX) return tooManyInvites();
  world.invites.put(wanted);
  if (userIds !== undefined) putTargets(world, wanted.code, userIds);
  const changes = auditChanges({}, inviteAuditView(wanted));
  return done(viewOf(world, wanted), [
    { kind: "inviteCreated", invite: wanted, placed },
    audited(actor, { guildId: placed.guild.id, action: AuditLogEvent.InviteCreate, targetId: null, changes }),
  ]);
}

/** `GET /channels/{id}/invites`: by a member who may manage the channel. */
export function listChannelInvites(world: Touched, actor: Actor, channelId: Snowflake): Result<View[]> {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const { guild, channel } = placed;
  if (!mayIn(guild, channel, actor.user.id, Permission.ManageChannels)) return missingPermissions();
  return done(openInvitesOf(world, channelId).map((invite) => viewOf(world, invite)));
}

/** `GET /guilds/{id}/invites`: uses and limits are for members who may manage the server. */
export function listGuildInvites(world: Touched, actor: Actor, guildId: Snowflake): Result<View[]> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const granted = guildPermissions(guild, actor.user.id);
  if ((granted & (Permission.ManageGuild | Permission.ViewAuditLog)) === 0n) return missingPermissions();
  const isManager = (granted & Permission.ManageGuild) !== 0n;
  const views = openInvitesInto(world, guild).map((invite) => viewOf(world, invite));
  return done(isManager ? views : views.map(withoutMetadata));
}

function withoutMetadata(view: View): View {
  const hidden = ["uses", "max_uses", "max_age", "temporary", "created_at"];
  return Object.fromEntries(Object.entries(view).filter(([name]) => !hidden.includes(name)));
}

function creationFault(
  world: Touched,
  actor: Actor,
  { guild, channel }: PlacedChannel,
  input: InviteInput,
): Fault | undefined {
  if (!mayIn(guild, channel, actor.user.id, Permission.CreateInstantInvite)) return missingPermissions();
  if (channel.type === ChannelType.GuildCategory) return wrongChannelType();
  return roleFault(guild, actor, input.roleIds) ?? targetFault(world, input);
}

/** Roles of an invite must be below those of its maker. */
function roleFault(guild: Guild, actor: Actor, roleIds: readonly Snowflake[]): Fault | undefined {
  if (roleIds.length === 0) return undefined;
  const { id } = actor.user;
  if ((guildPermissions(guild, id) & Permission.ManageRoles) === 0n) return missingPermissions();
  const roles = roleIds.map((roleId) => guild.roles?.find((role) => role.id === roleId));
  if (roles.some((role) => role === undefined)) return unknownRole();
  const isOwner = guild.ownerId === id;
  const top = Math.max(0, ...rolesOfMember(guild, id).map(({ position }) => position));
  const isBelow = roles.every((role) => role?.managed === false && (isOwner || role.position < top));
  return isBelow ? undefined : missingPermissions();
}

/** An invite can lead to an application that runs in the call; streams do not exist here. */
function targetFault(world: ApplicationWorld, input: InviteInput): Fault | undefined {
  const { targetType, targetApplicationId: id } = input;
  if (targetType == null) return undefined;
  if (targetType !== EMBEDDED_APPLICATION)
    return invalidField("target_type", "NOT_EMULATED", "This platform does not emulate this target_type.");
  const application = id === undefined ? undefined : world.applications.get(id);
  if (application !== undefined && (application.flags & EMBEDDED) !== 0) return undefined;
  return invalidField(
    "target_application_id",
    "GUILD_INVITE_INVALID_TARGET_APPLICATION",
    "An application with the flag EMBEDDED is required.",
  );
}

function inviteOf(
  world: ClockPort & RandomPort,
  actor: Actor,
  channelId: Snowflake,
  input: InviteInput,
): GuildInvite {
  const { targetType, targetApplicationId, roleIds } = input;
  return {
    code: world.random.token(CODE_LENGTH),
    channelId,
    inviterId: actor.user.id,
    createdAt: world.clock.now(),
    maxAge: input.maxAge ?? INVITE_AGE_DEFAULT_S,
    maxUses: input.maxUses ?? 0,
    uses: 0,
    temporary: input.temporary ?? false,
    ...(targetType == null || targetApplicationId === undefined ? {} : { targetApplicationId }),
    ...(roleIds.length === 0 ? {} : { roleIds: [...new Set(roleIds)] }),
  };
}

/** One of the same maker with the same terms, for everybody. */
function similarInvite(
  world: GuildWorld & InviteWorld & ClockPort,
  wanted: GuildInvite,
): GuildInvite | undefined {
  return openInvitesOf(world, wanted.channelId).find(
    (one) => termsOf(one) === termsOf(wanted) && world.inviteTargets.get(one.code) === undefined,
  );
}

function termsOf(invite: GuildInvite): string {
  const { inviterId, targetUserId, maxAge, maxUses, temporary, targetApplicationId, roleIds } = invite;
  return JSON.stringify([inviterId, targetUserId, maxAge, maxUses, temporary, targetApplicationId, roleIds]);
}

function viewOf(world: Touched, invite: GuildInvite): View {
  return guildInviteView(world, invite) ?? {};
}
