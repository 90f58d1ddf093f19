import { AUDIT_LOG_PAGE_DEFAULT, AUDIT_LOG_PAGE_MAX } from "sdkpp/wire";
import { getAuditLog } from "../domain/rules/guild/audit-log.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: AUDIT_LOG_PAGE_MAX, fallback: AUDIT_LOG_PAGE_DEFAULT };
const ACTION = { min: 1, max: 1000 };

export const auditLogRoutes = [
  route("GET", "/guilds/{guild.id}/audit-logs", {
    docs: "resources/audit-log#get-guild-audit-log",
    auth: "bot",
    query: (read) => ({
      userId: read.id("user_id"),
      action: read.optionalInteger("action_type", ACTION),
      before: read.id("before"),
      after: read.id("after"),
      limit: read.integer("limit", LIMIT),
    }),
    handle: ({ actor, params, query }, world) => getAuditLog(world, actor, params["guild.id"], query),
  }),
];
