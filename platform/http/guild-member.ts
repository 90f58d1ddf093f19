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
import type { Fault } from "../domain/rules/outcome.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: 1000, fallback: 1 };
const QUERY_MAX = 100;

/** Prefix of a name, 1 to 100 characters. */
function parseName(text: unknown, name: string): string | Fault {
  if (typeof text !== "string" || text === "")
    return invalidField(name, "BASE_TYPE_REQUIRED", "This field is required");
  if (text.length <= QUERY_MAX) return text;
  return invalidField(name, "BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${QUERY_MAX} in length.`);
}

export const guildMemberRoutes = [
  route("GET", "/guilds/{guild.id}", {
    docs: "resources/guild#get-guild",
    auth: "bot",
    query: (read) => read.flag("with_counts"),
    handle: ({ actor, params, query: withCounts }, world) =>
      getGuild(world, actor, params["guild.id"], withCounts),
  }),
  route("GET", "/guilds/{guild.id}/members", {
    docs: "resources/guild#list-guild-members",
    auth: "bot",
    query: (read) => ({ limit: read.integer("limit", LIMIT), after: read.id("after") ?? "0" }),
    handle: ({ actor, params, query }, world) => listMembers(world, actor, params["guild.id"], query),
  }),
  route("GET", "/guilds/{guild.id}/members/search", {
    docs: "resources/guild#search-guild-members",
    auth: "bot",
    query: (read) => ({
      limit: read.integer("limit", LIMIT),
      query: read.value("query", parseName) ?? "",
    }),
    handle: ({ actor, params, query }, world) => searchMembers(world, actor, params["guild.id"], query),
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
