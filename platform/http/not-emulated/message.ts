import type { NotEmulatedGroup } from "./group.js";

export const messageOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Threads",
    reason: "Threads are listed and not searched.",
    operations: {
      thread_search: "GET /channels/{channel.id}/threads/search",
    },
  },
  {
    area: "Attachments",
    reason: "Files come with the messages that show them.",
    operations: {
      upload_application_attachment: "POST /applications/{application.id}/attachment",
    },
  },
];
