import {
  countRoleMembers,
  getGuild,
  getMember,
  getRole,
  listMembers,
  listRoles,
  searchMembers,
} from "../domain/rules/guild/members.js";
import { invalidField } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import { booleanOf, integerOf, snowflakeOf, type Query } from "./query.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: 1000, fallback: 1 };
const QUERY_MAX = 100;

/** Prefix of a name, 1 to 100 characters. */
function nameOf({ query }: Query): string | Fault {
  if (typeof query !== "string" || query === "")
    return invalidField("query", "BASE_TYPE_REQUIRED", "This field is required");
  if (query.length <= QUERY_MAX) return query;
  return invalidField("query", "BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${QUERY_MAX} in length.`);
}

export const guildMemberRoutes = [
  route("GET", "/guilds/{guild.id}", {
    docs: "resources/guild#get-guild",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const withCounts = booleanOf(query, "with_counts", false);
      if (withCounts instanceof Fault) return withCounts;
      return getGuild(world, actor, params["guild.id"], withCounts);
    },
  }),
  route("GET", "/guilds/{guild.id}/members", {
    docs: "resources/guild#list-guild-members",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const limit = integerOf(query, "limit", LIMIT);
      if (limit instanceof Fault) return limit;
      const after = snowflakeOf(query, "after");
      if (after instanceof Fault) return after;
      return listMembers(world, actor, params["guild.id"], { after: after ?? "0", limit });
    },
  }),
  route("GET", "/guilds/{guild.id}/members/search", {
    docs: "resources/guild#search-guild-members",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const limit = integerOf(query, "limit", LIMIT);
      if (limit instanceof Fault) return limit;
      const name = nameOf(query);
      if (name instanceof Fault) return name;
      return searchMembers(world, actor, params["guild.id"], { query: name, limit });
    },
  }),
  route("GET", "/guilds/{guild.id}/members/{user.id}", {
    docs: "resources/guild#get-guild-member",
    auth: "bot",
    handle: ({ actor, params }, world) => getMember(world, actor, params["guild.id"], params["user.id"]),
  }),
  route("GET", "/guilds/{guild.id}/roles", {
    docs: "resources/guild#get-guild-roles",
    auth: "bot",
    handle: ({ actor, params }, world) => listRoles(world, actor, params["guild.id"]),
  }),
  route("GET", "/guilds/{guild.id}/roles/member-counts", {
    docs: "resources/guild#get-guild-role-member-counts",
    auth: "bot",
    handle: ({ actor, params }, world) => countRoleMembers(world, actor, params["guild.id"]),
  }),
  route("GET", "/guilds/{guild.id}/roles/{role.id}", {
    docs: "resources/guild#get-guild-role",
    auth: "bot",
    handle: ({ actor, params }, world) => getRole(world, actor, params["guild.id"], params["role.id"]),
  }),
];
