import { AUDIT_LOG_PAGE_DEFAULT, AUDIT_LOG_PAGE_MAX } from "sdkpp/wire";
import { getAuditLog } from "../domain/rules/guild/audit-log.js";
import { Fault } from "../domain/rules/outcome.js";
import { integerOf, snowflakeOf, type Query } from "./query.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: AUDIT_LOG_PAGE_MAX, fallback: AUDIT_LOG_PAGE_DEFAULT };
const ACTION = { min: 1, max: 1000 };

function actionOf(query: Query): number | undefined | Fault {
  if (query["action_type"] === undefined) return undefined;
  return integerOf(query, "action_type", { ...ACTION, fallback: ACTION.min });
}

export const auditLogRoutes = [
  route("GET", "/guilds/{guild.id}/audit-logs", {
    docs: "resources/audit-log#get-guild-audit-log",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const userId = snowflakeOf(query, "user_id");
      if (userId instanceof Fault) return userId;
      const action = actionOf(query);
      if (action instanceof Fault) return action;
      const before = snowflakeOf(query, "before");
      if (before instanceof Fault) return before;
      const after = snowflakeOf(query, "after");
      if (after instanceof Fault) return after;
      const limit = integerOf(query, "limit", LIMIT);
      if (limit instanceof Fault) return limit;
      return getAuditLog(world, actor, params["guild.id"], { userId, action, before, after, limit });
    },
  }),
];
