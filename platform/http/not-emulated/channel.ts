import type { NotEmulatedGroup } from "./group.js";

export const channelOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Group conversations",
    reason: "The platform has conversations between two users only.",
    operations: {
      add_group_dm_user: "PUT /channels/{channel.id}/recipients/{user.id}",
      delete_group_dm_user: "DELETE /channels/{channel.id}/recipients/{user.id}",
    },
  },
  {
    area: "Stages",
    reason: "Stage channels carry calls, but nobody can open or name a stage in them.",
    operations: {
      create_stage_instance: "POST /stage-instances",
      get_stage_instance: "GET /stage-instances/{channel.id}",
      update_stage_instance: "PATCH /stage-instances/{channel.id}",
      delete_stage_instance: "DELETE /stage-instances/{channel.id}",
    },
  },
];
