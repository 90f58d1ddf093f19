import { REACTORS_PAGE_DEFAULT, REACTORS_PAGE_MAX } from "sdkpp/wire";
import {
  clearEmoji,
  clearReactions,
  listReactors,
  react,
  removeUserReaction,
  unreact,
  type ReactionTarget,
} from "../domain/rules/message/reactions.js";
import { route } from "./route.js";

const REACTIONS = "/channels/{channel.id}/messages/{message.id}/reactions";
const LIMIT = { min: 1, max: REACTORS_PAGE_MAX, fallback: REACTORS_PAGE_DEFAULT };
/** A value of `type`: reactions that were paid for are 1, and there are none. */
const TYPE = { min: 0, max: 1, fallback: 0 };

function targetOf(params: Readonly<Record<"channel.id" | "message.id" | "emoji", string>>): ReactionTarget {
  return { channelId: params["channel.id"], messageId: params["message.id"], emoji: params.emoji };
}

export const reactionRoutes = [
  route("PUT", `${REACTIONS}/{emoji}/@me`, {
    docs: "resources/message#create-reaction",
    auth: "bot",
    handle: ({ actor, params }, world) => react(world, actor, targetOf(params)),
  }),
  route("DELETE", `${REACTIONS}/{emoji}/@me`, {
    docs: "resources/message#delete-own-reaction",
    auth: "bot",
    handle: ({ actor, params }, world) => unreact(world, actor, targetOf(params)),
  }),
  route("DELETE", `${REACTIONS}/{emoji}/{user.id}`, {
    docs: "resources/message#delete-user-reaction",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      removeUserReaction(world, actor, targetOf(params), params["user.id"]),
  }),
  route("GET", `${REACTIONS}/{emoji}`, {
    docs: "resources/message#get-reactions",
    auth: "bot",
    query: (read) => ({
      limit: read.integer("limit", LIMIT),
      after: read.id("after"),
      type: read.integer("type", TYPE),
    }),
    handle: ({ actor, params, query: { after, limit, type } }, world) =>
      listReactors(world, actor, targetOf(params), { after, limit: type === 0 ? limit : 0 }),
  }),
  route("DELETE", REACTIONS, {
    docs: "resources/message#delete-all-reactions",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      clearReactions(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("DELETE", `${REACTIONS}/{emoji}`, {
    docs: "resources/message#delete-all-reactions-for-emoji",
    auth: "bot",
    handle: ({ actor, params }, world) => clearEmoji(world, actor, targetOf(params)),
  }),
];
