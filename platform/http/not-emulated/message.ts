import type { NotEmulatedGroup } from "./group.js";

export const messageOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Threads",
    reason: "The platform has no threads.",
    operations: {
      create_thread_from_message: "POST /channels/{channel.id}/messages/{message.id}/threads",
      list_thread_members: "GET /channels/{channel.id}/thread-members",
      join_thread: "PUT /channels/{channel.id}/thread-members/@me",
      leave_thread: "DELETE /channels/{channel.id}/thread-members/@me",
      get_thread_member: "GET /channels/{channel.id}/thread-members/{user.id}",
      add_thread_member: "PUT /channels/{channel.id}/thread-members/{user.id}",
      delete_thread_member: "DELETE /channels/{channel.id}/thread-members/{user.id}",
      create_thread: "POST /channels/{channel.id}/threads",
      list_private_archived_threads: "GET /channels/{channel.id}/threads/archived/private",
      list_public_archived_threads: "GET /channels/{channel.id}/threads/archived/public",
      thread_search: "GET /channels/{channel.id}/threads/search",
      list_my_private_archived_threads: "GET /channels/{channel.id}/users/@me/threads/archived/private",
      get_active_guild_threads: "GET /guilds/{guild.id}/threads/active",
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
