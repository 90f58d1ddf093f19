import { BAN_DELETE_MAX_S, BANS_PAGE_MAX, BULK_BAN_MAX, parseSnowflake } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { banFromGuild, bulkBan, getBan, listBans, unbanFromGuild } from "../domain/rules/guild/bans.js";
import { countPrune, pruneGuild } from "../domain/rules/guild/prune.js";
import { invalidField } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const PAGE = { min: 1, max: BANS_PAGE_MAX, fallback: BANS_PAGE_MAX };
const DAYS = { min: 1, max: 30, fallback: 7 };
const PRUNED_ROLES_MAX = 100;
const DAY_S = 86_400;

const DeleteSeconds = maybe(Type.Integer({ minimum: 0, maximum: BAN_DELETE_MAX_S }));
const BanBody = Type.Object({
  delete_message_seconds: DeleteSeconds,
  delete_message_days: maybe(Type.Integer({ minimum: 0, maximum: BAN_DELETE_MAX_S / DAY_S })),
});
const BulkBanBody = Type.Object({
  user_ids: Type.Array(SnowflakeShape, { minItems: 1, maxItems: BULK_BAN_MAX }),
  delete_message_seconds: DeleteSeconds,
});
const PruneBody = Type.Object({
  days: maybe(Type.Integer({ minimum: DAYS.min, maximum: DAYS.max })),
  compute_prune_count: maybe(Type.Boolean()),
  include_roles: maybe(
    Type.Union([
      Type.String({ maxLength: 2200 }),
      Type.Array(SnowflakeShape, { maxItems: PRUNED_ROLES_MAX }),
    ]),
  ),
});

/** Ids of roles: a list, or one text with commas. */
function rolesOf(given: unknown): string[] | Fault {
  const ids = [given ?? []]
    .flat()
    .flatMap((one) => String(one).split(","))
    .filter((one) => one !== "");
  if (ids.length <= PRUNED_ROLES_MAX && ids.every((id) => parseSnowflake(id) !== undefined)) return ids;
  return invalidField("include_roles", "NUMBER_TYPE_COERCE", "Expected at most 100 ids of roles.");
}

function secondsOf(body: Static<typeof BanBody>): number {
  return body.delete_message_seconds ?? (body.delete_message_days ?? 0) * DAY_S;
}

/** Routes that ban, unban and prune users. */
export const guildBanRoutes = [
  route("GET", "/guilds/{guild.id}/bans", {
    docs: "resources/guild#get-guild-bans",
    auth: "bot",
    query: (read) => ({
      before: read.id("before"),
      after: read.id("after"),
      limit: read.integer("limit", PAGE),
    }),
    handle: ({ actor, params, query }, world) => listBans(world, actor, params["guild.id"], query),
  }),
  route("GET", "/guilds/{guild.id}/bans/{user.id}", {
    docs: "resources/guild#get-guild-ban",
    auth: "bot",
    handle: ({ actor, params }, world) => getBan(world, actor, params["guild.id"], params["user.id"]),
  }),
  route("PUT", "/guilds/{guild.id}/bans/{user.id}", {
    docs: "resources/guild#create-guild-ban",
    auth: "bot",
    body: BanBody,
    handle: ({ actor, params, body }, world) => {
      const whom = { guildId: params["guild.id"], userId: params["user.id"] };
      return banFromGuild(world, actor, whom, secondsOf(body));
    },
  }),
  route("DELETE", "/guilds/{guild.id}/bans/{user.id}", {
    docs: "resources/guild#remove-guild-ban",
    auth: "bot",
    handle: ({ actor, params }, world) => unbanFromGuild(world, actor, params["guild.id"], params["user.id"]),
  }),
  route("POST", "/guilds/{guild.id}/bulk-ban", {
    docs: "resources/guild#bulk-guild-ban",
    auth: "bot",
    body: BulkBanBody,
    handle: ({ actor, params, body }, world) => {
      const seconds = body.delete_message_seconds ?? 0;
      return bulkBan(world, actor, params["guild.id"], body.user_ids.map(String), seconds);
    },
  }),
  route("GET", "/guilds/{guild.id}/prune", {
    docs: "resources/guild#get-guild-prune-count",
    auth: "bot",
    query: (read) => ({
      days: read.integer("days", DAYS),
      roleIds: read.value("include_roles", rolesOf) ?? [],
    }),
    handle: ({ actor, params, query }, world) => countPrune(world, actor, params["guild.id"], query),
  }),
  route("POST", "/guilds/{guild.id}/prune", {
    docs: "resources/guild#begin-guild-prune",
    auth: "bot",
    body: PruneBody,
    handle: ({ actor, params, body }, world) => {
      const roleIds = rolesOf(body.include_roles);
      if (roleIds instanceof Fault) return roleIds;
      const prune = { days: body.days ?? DAYS.fallback, roleIds };
      return pruneGuild(world, actor, params["guild.id"], prune, body.compute_prune_count ?? true);
    },
  }),
];
