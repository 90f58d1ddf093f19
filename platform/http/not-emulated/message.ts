import type { NotEmulatedGroup } from "./group.js";

export const messageOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Threads",
    reason: "Threads are listed and not searched.",
    operations: {
      thread_search: "GET /channels/{channel.id}/threads/search",
    },
  },
];
