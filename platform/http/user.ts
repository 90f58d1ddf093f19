import { DISPLAY_NAME_MAX, Scope } from "sdkpp/wire";
import { Type } from "typebox";
import { done } from "../domain/rules/outcome.js";
import { listConnections, setDisplayName, updateOwnUser } from "../domain/rules/user/own-user.js";
import { getUser } from "../domain/rules/user/users.js";
import { ownUserView } from "../domain/views/user/user.js";
import { PICTURE_BODY_LIMIT, route } from "./route.js";
import { maybe } from "./shapes.js";

const OwnUserBody = Type.Object({
  // A rule checks the length of the name without the space around it.
  username: Type.Optional(Type.String()),
  avatar: maybe(Type.String()),
  banner: maybe(Type.String()),
});

const AccountBody = Type.Object({
  global_name: maybe(Type.String({ minLength: 1, maxLength: DISPLAY_NAME_MAX })),
});

export const userRoutes = [
  route("GET", "/users/@me", {
    docs: "resources/user#get-current-user",
    auth: "any",
    scope: Scope.Identify,
    handle: ({ actor }) => done(ownUserView(actor.user, actor.kind === "bot" ? undefined : actor.scopes)),
  }),
  route("PATCH", "/users/@me", {
    docs: "resources/user#modify-current-user",
    auth: "bot",
    body: OwnUserBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, body }, world) => updateOwnUser(world, actor, body),
  }),
  route("PATCH", "/users/@me/account", {
    docs: "discord-social-sdk/development-guides/using-provisional-accounts",
    auth: "bearer",
    scope: Scope.AccountGlobalNameUpdate,
    body: AccountBody,
    handle: ({ actor, body }, world) => setDisplayName(world, actor, body.global_name ?? null),
  }),
  route("GET", "/users/@me/connections", {
    docs: "resources/user#get-current-user-connections",
    auth: "bearer",
    scope: Scope.Connections,
    handle: ({ actor }, world) => listConnections(world, actor),
  }),
  route("GET", "/users/{user.id}", {
    docs: "resources/user#get-user",
    auth: "any",
    scope: Scope.Identify,
    handle: ({ actor, params }, world) => getUser(world, actor, params["user.id"]),
  }),
];
