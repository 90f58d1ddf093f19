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
];
