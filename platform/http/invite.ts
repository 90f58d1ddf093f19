import { Scope } from "sdkpp/wire";
import { acceptInvite, deleteInvite, getInvite } from "../domain/rules/guild/invites.js";
import { route } from "./route.js";

export const inviteRoutes = [
  // The code alone gives access to the invite.
  route("GET", "/invites/{invite.code}", {
    docs: "resources/invite#get-invite",
    auth: "none",
    query: (read) => read.flag("with_counts"),
    handle: ({ params, query: withCounts }, world) => getInvite(world, params["invite.code"], withCounts),
  }),
  route("POST", "/invites/{invite.code}", {
    docs: "resources/invite#accept-invite",
    auth: "bearer",
    scope: Scope.GuildsJoin,
    handle: ({ actor, params }, world) => acceptInvite(world, actor, params["invite.code"]),
  }),
  route("DELETE", "/invites/{invite.code}", {
    docs: "resources/invite#delete-invite",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteInvite(world, actor, params["invite.code"]),
  }),
];
