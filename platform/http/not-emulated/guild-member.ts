import type { NotEmulatedGroup } from "./group.js";

export const guildMemberOperations: readonly NotEmulatedGroup[] = [
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
