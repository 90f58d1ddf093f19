import { POLL_VOTERS_PAGE_DEFAULT, POLL_VOTERS_PAGE_MAX } from "sdkpp/wire";
import { expirePoll, listVoters } from "../domain/rules/message/polls.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: POLL_VOTERS_PAGE_MAX, fallback: POLL_VOTERS_PAGE_DEFAULT };

export const pollRoutes = [
  route("GET", "/channels/{channel.id}/polls/{message.id}/answers/{answer.id}", {
    docs: "resources/poll#get-answer-voters",
    auth: "bot",
    query: (read) => ({ limit: read.integer("limit", LIMIT), after: read.id("after") }),
    handle: ({ actor, params, query }, world) => {
      const target = {
        channelId: params["channel.id"],
        messageId: params["message.id"],
        answerId: params["answer.id"],
      };
      return listVoters(world, actor, target, query);
    },
  }),
  route("POST", "/channels/{channel.id}/polls/{message.id}/expire", {
    docs: "resources/poll#end-poll",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      expirePoll(world, actor, params["channel.id"], params["message.id"]),
  }),
];
