import { Scope, USER_GUILDS_PAGE_MAX } from "sdkpp/wire";
import { listGuildChannels, listGuilds } from "../domain/rules/guild/guilds.js";
import { route } from "./route.js";

const PAGE = { min: 1, max: USER_GUILDS_PAGE_MAX, fallback: USER_GUILDS_PAGE_MAX };

export const guildRoutes = [
  route("GET", "/users/@me/guilds", {
    docs: "resources/user#get-current-user-guilds",
    auth: "any",
    scope: Scope.Guilds,
    query: (read) => ({
      before: read.id("before"),
      after: read.id("after"),
      limit: read.integer("limit", PAGE),
      withCounts: read.flag("with_counts"),
    }),
    handle: ({ actor, query }, world) => listGuilds(world, actor, query),
  }),
  route("GET", "/guilds/{guild.id}/channels", {
    docs: "resources/guild#get-guild-channels",
    auth: "any",
    scope: Scope.GuildsChannelsRead,
    query: (read) => read.flag("with_can_link_lobby"),
    handle: ({ actor, params, query: withLinks }, world) =>
      listGuildChannels(world, actor, params["guild.id"], withLinks),
  }),
];
