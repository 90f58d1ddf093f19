import {
  EMBEDDED_APPLICATION_TARGET,
  inviteExpiresAt,
  type GuildInvite,
} from "../../records/guild/guild-invite.js";
import type { Guild } from "../../records/guild/guild.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { inviteApplicationView } from "../oauth2/application.js";
import { userView } from "../user/user.js";
import { guildCounts } from "./guild-summary.js";
import { rolesView } from "./guild.js";

/** `type` of an invite into a guild. */
const GUILD_INVITE = 0;

/**
 * As the HTTP routes show an invite.
 * @returns undefined when its channel is deleted
 */
export function guildInviteView(
  world: GuildWorld & UserWorld & PresenceWorld & ApplicationWorld,
  invite: GuildInvite,
  withCounts = false,
): Record<string, unknown> | undefined {
  const placed = placedChannel(world, invite.channelId);
  if (placed === undefined) return undefined;
  const { guild, channel } = placed;
  return {
    type: GUILD_INVITE,
    ...inviteSummary(world, invite),
    flags: 0,
    guild_id: guild.id,
    guild: {
      id: guild.id,
      name: guild.name,
      icon: guild.icon ?? null,
      splash: null,
      banner: guild.banner ?? null,
      description: guild.description ?? null,
      features: guild.features ?? [],
      verification_level: guild.verificationLevel ?? 0,
      vanity_url_code: null,
      nsfw_level: 0,
      nsfw: false,
      premium_subscription_count: 0,
    },
    ...invitedRoles(guild, invite),
    channel: { id: channel.id, type: channel.type, name: channel.name },
    ...(withCounts ? guildCounts(world, guild) : {}),
  };
}

/** The fields of an invite that events have as well. */
export function inviteSummary(
  world: UserWorld & ApplicationWorld,
  invite: GuildInvite,
): Record<string, unknown> {
  const { inviterId, targetUserId, targetApplicationId } = invite;
  const target = targetUserId === undefined ? undefined : world.users.get(targetUserId);
  const inviter = inviterId === undefined ? undefined : world.users.get(inviterId);
  const expiresAt = inviteExpiresAt(invite);
  return {
    code: invite.code,
    ...(inviter === undefined ? {} : { inviter: userView(inviter) }),
    created_at: new Date(invite.createdAt).toISOString(),
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    max_age: invite.maxAge,
    max_uses: invite.maxUses,
    uses: invite.uses,
    temporary: invite.temporary ?? false,
    ...(target === undefined ? {} : { target_user: userView(target) }),
    ...(targetApplicationId === undefined
      ? {}
      : {
          target_type: EMBEDDED_APPLICATION_TARGET,
          target_application: inviteApplicationView(world, targetApplicationId),
        }),
  };
}

/** The roles that an invite gives, with the only fields that are shown. */
function invitedRoles(guild: Guild, { roleIds = [] }: GuildInvite): Record<string, unknown> {
  const roles = rolesView(guild).filter(({ id }) => roleIds.includes(String(id)));
  if (roles.length === 0) return {};
  const fields = ["id", "name", "position", "color", "colors", "icon", "unicode_emoji"];
  const partial = roles.map((role) =>
    Object.fromEntries(fields.map((field) => [field, (role as Record<string, unknown>)[field] ?? null])),
  );
  return { roles: partial };
}
