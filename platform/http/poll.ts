import { POLL_VOTERS_PAGE_DEFAULT, POLL_VOTERS_PAGE_MAX } from "sdkpp/wire";
import { expirePoll, listVoters } from "../domain/rules/message/polls.js";
import { Fault } from "../domain/rules/outcome.js";
import { integerOf, snowflakeOf } from "./query.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: POLL_VOTERS_PAGE_MAX, fallback: POLL_VOTERS_PAGE_DEFAULT };

export const pollRoutes = [
  route("GET", "/channels/{channel.id}/polls/{message.id}/answers/{answer.id}", {
    docs: "resources/poll#get-answer-voters",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const limit = integerOf(query, "limit", LIMIT);
      if (limit instanceof Fault) return limit;
      const after = snowflakeOf(query, "after");
      if (after instanceof Fault) return after;
      const target = {
        channelId: params["channel.id"],
        messageId: params["message.id"],
        answerId: params["answer.id"],
      };
      return listVoters(world, actor, target, { after, limit });
    },
  }),
  route("POST", "/channels/{channel.id}/polls/{message.id}/expire", {
    docs: "resources/poll#end-poll",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      expirePoll(world, actor, params["channel.id"], params["message.id"]),
  }),
];
