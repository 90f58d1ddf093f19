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
];
