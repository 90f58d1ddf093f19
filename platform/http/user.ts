import { Scope } from "sdkpp/wire";
import { done } from "../domain/rules/outcome.js";
import { getUser } from "../domain/rules/user/users.js";
import { ownUserView } from "../domain/views/user/user.js";
import { route } from "./route.js";

export const userRoutes = [
  route("GET", "/users/@me", {
    docs: "resources/user#get-current-user",
    auth: "any",
    scope: Scope.Identify,
    handle: ({ actor }) => done(ownUserView(actor.user, actor.kind === "bot" ? undefined : actor.scopes)),
  }),
  route("GET", "/users/{user.id}", {
    docs: "resources/user#get-user",
    auth: "any",
    scope: Scope.Identify,
    handle: ({ actor, params }, world) => getUser(world, actor, params["user.id"]),
  }),
];
