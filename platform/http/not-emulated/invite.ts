import type { NotEmulatedGroup } from "./group.js";

export const inviteOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Invites",
    reason:
      "The only invites are those of a lobby to the server of its linked channel; they are created through the lobby and meant for one user.",
    operations: {
      list_channel_invites: "GET /channels/{channel.id}/invites",
      create_channel_invite: "POST /channels/{channel.id}/invites",
      list_guild_invites: "GET /guilds/{guild.id}/invites",
      get_invite_target_users: "GET /invites/{invite.code}/target-users",
      update_invite_target_users: "PUT /invites/{invite.code}/target-users",
      get_invite_target_users_job_status: "GET /invites/{invite.code}/target-users/job-status",
    },
  },
];
