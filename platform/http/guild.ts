import { Scope, USER_GUILDS_PAGE_MAX } from "sdkpp/wire";
import { listGuildChannels, listGuilds } from "../domain/rules/guild/guilds.js";
import { Fault } from "../domain/rules/outcome.js";
import { booleanOf, integerOf, snowflakeOf } from "./query.js";
import { route } from "./route.js";

const PAGE = { min: 1, max: USER_GUILDS_PAGE_MAX, fallback: USER_GUILDS_PAGE_MAX };

export const guildRoutes = [
  route("GET", "/users/@me/guilds", {
    docs: "resources/user#get-current-user-guilds",
    auth: "any",
    scope: Scope.Guilds,
    handle: ({ actor, query }, world) => {
      const before = snowflakeOf(query, "before");
      if (before instanceof Fault) return before;
      const after = snowflakeOf(query, "after");
      if (after instanceof Fault) return after;
      const limit = integerOf(query, "limit", PAGE);
      if (limit instanceof Fault) return limit;
      const withCounts = booleanOf(query, "with_counts", false);
      if (withCounts instanceof Fault) return withCounts;
      return listGuilds(world, actor, { before, after, limit, withCounts });
    },
  }),
  route("GET", "/guilds/{guild.id}/channels", {
    docs: "resources/guild#get-guild-channels",
    auth: "any",
    scope: Scope.GuildsChannelsRead,
    handle: ({ actor, params, query }, world) => {
      const withLinks = booleanOf(query, "with_can_link_lobby", false);
      if (withLinks instanceof Fault) return withLinks;
      return listGuildChannels(world, actor, params["guild.id"], withLinks);
    },
  }),
];
