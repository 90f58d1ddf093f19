import type { Actor } from "../domain/world/oauth2/actor.js";
import { ownApplicationView } from "../domain/views/oauth2/application.js";
import { describeToken } from "../domain/rules/oauth2/tokens.js";
import { done, type Outcome } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import { route } from "./route.js";

function describeOwn(world: World, { application }: Actor): Outcome<unknown> {
  return done(ownApplicationView(world, application));
}

export const applicationRoutes = [
  route("GET", "/applications/@me", {
    docs: "resources/application#get-current-application",
    auth: "bot",
    handle: ({ actor }, world) => describeOwn(world, actor),
  }),
  route("GET", "/oauth2/applications/@me", {
    docs: "topics/oauth2#get-current-bot-application-information",
    auth: "bot",
    handle: ({ actor }, world) => describeOwn(world, actor),
  }),
  route("GET", "/oauth2/@me", {
    docs: "topics/oauth2#get-current-authorization-information",
    auth: "bearer",
    handle: ({ actor }) => describeToken(actor),
  }),
];
