import { CHANNEL_NAME_MAX, SLOWMODE_MAX_S, THREADS_PAGE_MAX } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { ThreadType } from "../domain/records/thread/thread.js";
import {
  listActiveThreads,
  listArchivedThreads,
  listJoinedArchivedThreads,
} from "../domain/rules/thread/thread-lists.js";
import {
  addToThread,
  getThreadMember,
  joinThread,
  leaveThread,
  listThreadMembers,
  removeFromThread,
} from "../domain/rules/thread/thread-members.js";
import { createThread, createThreadFromMessage, type NewThread } from "../domain/rules/thread/threads.js";
import type { QueryReader } from "./query.js";
import { route } from "./route.js";
import { AutoArchiveShape, maybe } from "./shapes.js";

const Common = {
  name: Type.String({ minLength: 1, maxLength: CHANNEL_NAME_MAX }),
  auto_archive_duration: maybe(AutoArchiveShape),
  rate_limit_per_user: maybe(Type.Integer({ minimum: 0, maximum: SLOWMODE_MAX_S })),
};
const FromMessageBody = Type.Object(Common);
const FreeBody = Type.Object({
  ...Common,
  type: maybe(Type.Enum(Object.values(ThreadType))),
  invitable: maybe(Type.Boolean()),
});

/** Entries of a page of archived threads; one is not a page. */
const PAGE = { min: 2, max: THREADS_PAGE_MAX, fallback: THREADS_PAGE_MAX / 2 };
const MEMBERS = { min: 1, max: THREADS_PAGE_MAX, fallback: THREADS_PAGE_MAX };

const archiveWindow = (read: QueryReader) => ({
  before: read.time("before"),
  limit: read.integer("limit", PAGE),
});

function newThread(body: Static<typeof FromMessageBody>): NewThread {
  return {
    name: body.name,
    autoArchiveMinutes: body.auto_archive_duration ?? undefined,
    rateLimitPerUser: body.rate_limit_per_user ?? undefined,
  };
}

export const threadRoutes = [
  route("POST", "/channels/{channel.id}/messages/{message.id}/threads", {
    docs: "resources/channel#start-thread-from-message",
    auth: "bot",
    body: FromMessageBody,
    status: 201,
    handle: ({ actor, params, body }, world) =>
      createThreadFromMessage(world, actor, params["channel.id"], params["message.id"], newThread(body)),
  }),
  route("POST", "/channels/{channel.id}/threads", {
    docs: "resources/channel#start-thread-without-message",
    auth: "bot",
    body: FreeBody,
    unbuilt: ["applied_tags", "message"],
    status: 201,
    handle: ({ actor, params, body }, world) =>
      createThread(world, actor, params["channel.id"], {
        ...newThread(body),
        type: body.type ?? ThreadType.Private,
        isInvitable: body.invitable ?? undefined,
      }),
  }),
  route("PUT", "/channels/{channel.id}/thread-members/@me", {
    docs: "resources/channel#join-thread",
    auth: "bot",
    handle: ({ actor, params }, world) => joinThread(world, actor, params["channel.id"]),
  }),
  route("DELETE", "/channels/{channel.id}/thread-members/@me", {
    docs: "resources/channel#leave-thread",
    auth: "bot",
    handle: ({ actor, params }, world) => leaveThread(world, actor, params["channel.id"]),
  }),
  route("PUT", "/channels/{channel.id}/thread-members/{user.id}", {
    docs: "resources/channel#add-thread-member",
    auth: "bot",
    handle: ({ actor, params }, world) => addToThread(world, actor, params["channel.id"], params["user.id"]),
  }),
  route("DELETE", "/channels/{channel.id}/thread-members/{user.id}", {
    docs: "resources/channel#remove-thread-member",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      removeFromThread(world, actor, params["channel.id"], params["user.id"]),
  }),
  route("GET", "/channels/{channel.id}/thread-members/{user.id}", {
    docs: "resources/channel#get-thread-member",
    auth: "bot",
    query: (read) => read.flag("with_member"),
    handle: ({ actor, params, query: withMember }, world) =>
      getThreadMember(world, actor, params["channel.id"], params["user.id"], withMember),
  }),
  route("GET", "/channels/{channel.id}/thread-members", {
    docs: "resources/channel#list-thread-members",
    auth: "bot",
    query: (read) => {
      const window = { after: read.id("after"), limit: read.integer("limit", MEMBERS) };
      return read.flag("with_member") ? window : undefined;
    },
    handle: ({ actor, params, query: window }, world) =>
      listThreadMembers(world, actor, params["channel.id"], window),
  }),
  ...(["public", "private"] as const).map((kind) =>
    route("GET", `/channels/{channel.id}/threads/archived/${kind}`, {
      docs: `resources/channel#list-${kind}-archived-threads`,
      auth: "bot",
      query: archiveWindow,
      handle: ({ actor, params, query }, world) =>
        listArchivedThreads(world, actor, params["channel.id"], kind, query),
    }),
  ),
  route("GET", "/channels/{channel.id}/users/@me/threads/archived/private", {
    docs: "resources/channel#list-joined-private-archived-threads",
    auth: "bot",
    query: (read) => ({ before: read.id("before"), limit: read.integer("limit", PAGE) }),
    handle: ({ actor, params, query }, world) =>
      listJoinedArchivedThreads(world, actor, params["channel.id"], query),
  }),
  route("GET", "/guilds/{guild.id}/threads/active", {
    docs: "resources/guild#list-active-guild-threads",
    auth: "bot",
    handle: ({ actor, params }, world) => listActiveThreads(world, actor, params["guild.id"]),
  }),
];
