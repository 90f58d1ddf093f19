import type { NotEmulatedGroup } from "./group.js";

export const guildMemberOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Members",
    reason:
      "The members of a server are set by `control.createGuild()` and join through invites; clients cannot change or remove them.",
    operations: {
      update_my_guild_member: "PATCH /guilds/{guild.id}/members/@me",
      add_guild_member: "PUT /guilds/{guild.id}/members/{user.id}",
      update_guild_member: "PATCH /guilds/{guild.id}/members/{user.id}",
      delete_guild_member: "DELETE /guilds/{guild.id}/members/{user.id}",
      add_guild_member_role: "PUT /guilds/{guild.id}/members/{user.id}/roles/{role.id}",
      delete_guild_member_role: "DELETE /guilds/{guild.id}/members/{user.id}/roles/{role.id}",
    },
  },
  {
    area: "Own membership",
    reason: "Only bots can read who is a member of a server.",
    operations: {
      get_my_guild_member: "GET /users/@me/guilds/{guild.id}/member",
    },
  },
  {
    area: "Roles",
    reason: "The roles of a server are set by `control.createGuild()`; clients cannot change them.",
    operations: {
      create_guild_role: "POST /guilds/{guild.id}/roles",
      bulk_update_guild_roles: "PATCH /guilds/{guild.id}/roles",
      update_guild_role: "PATCH /guilds/{guild.id}/roles/{role.id}",
      delete_guild_role: "DELETE /guilds/{guild.id}/roles/{role.id}",
    },
  },
  {
    area: "Bans and pruning",
    reason: "Servers ban nobody; `control.banUser()` bans an account from the whole platform.",
    operations: {
      list_guild_bans: "GET /guilds/{guild.id}/bans",
      get_guild_ban: "GET /guilds/{guild.id}/bans/{user.id}",
      ban_user_from_guild: "PUT /guilds/{guild.id}/bans/{user.id}",
      unban_user_from_guild: "DELETE /guilds/{guild.id}/bans/{user.id}",
      bulk_ban_users_from_guild: "POST /guilds/{guild.id}/bulk-ban",
      preview_prune_guild: "GET /guilds/{guild.id}/prune",
      prune_guild: "POST /guilds/{guild.id}/prune",
    },
  },
  {
    area: "Join requests",
    reason: "Servers do not screen who joins.",
    operations: {
      get_guild_join_requests: "GET /guilds/{guild.id}/requests",
      action_guild_join_request: "PATCH /guilds/{guild.id}/requests/{request.id}",
    },
  },
  {
    area: "Automatic moderation",
    reason: "The platform does not check the text of messages.",
    operations: {
      list_auto_moderation_rules: "GET /guilds/{guild.id}/auto-moderation/rules",
      create_auto_moderation_rule: "POST /guilds/{guild.id}/auto-moderation/rules",
      get_auto_moderation_rule: "GET /guilds/{guild.id}/auto-moderation/rules/{rule.id}",
      update_auto_moderation_rule: "PATCH /guilds/{guild.id}/auto-moderation/rules/{rule.id}",
      delete_auto_moderation_rule: "DELETE /guilds/{guild.id}/auto-moderation/rules/{rule.id}",
    },
  },
];
