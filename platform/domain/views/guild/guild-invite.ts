import { inviteExpiresAt, type GuildInvite } from "../../records/guild/guild-invite.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";
import { guildCounts } from "./guild-summary.js";

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
    channel: { id: channel.id, type: channel.type, name: channel.name },
    ...(withCounts ? guildCounts(world, guild) : {}),
  };
}

/** The fields of an invite that events have as well. */
export function inviteSummary(world: UserWorld, invite: GuildInvite): Record<string, unknown> {
  const target = world.users.get(invite.targetUserId);
  return {
    code: invite.code,
    created_at: new Date(invite.createdAt).toISOString(),
    expires_at: new Date(inviteExpiresAt(invite)).toISOString(),
    max_age: invite.maxAge,
    max_uses: invite.maxUses,
    uses: invite.uses,
    temporary: false,
    ...(target === undefined ? {} : { target_user: userView(target) }),
  };
}
