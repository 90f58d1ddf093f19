import { GAME_PLATFORM_BITS, Scope } from "sdkpp/wire";
import { Type } from "typebox";
import {
  endHeadlessSession,
  keepHeadlessSession,
  type HeadlessActivity,
} from "../domain/rules/presence/headless-sessions.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const TOKEN_MAX = 128;
const TokenShape = Type.String({ minLength: 1, maxLength: TOKEN_MAX });

/** The rule of presences reads the other fields. */
const ActivityShape = Type.Object({
  type: Type.Integer({ minimum: 0 }),
  name: Type.String({ minLength: 1 }),
  application_id: SnowflakeShape,
  platform: Type.Enum(Object.keys(GAME_PLATFORM_BITS)),
});

const SessionBody = Type.Object({
  activities: Type.Array(ActivityShape, { minItems: 1, maxItems: 1 }),
  token: maybe(TokenShape),
});

export const headlessSessionRoutes = [
  route("POST", "/users/@me/headless-sessions", {
    docs: "none: asked by the SDK without a connection",
    auth: "bearer",
    scope: Scope.ActivitiesWrite,
    body: SessionBody,
    handle: ({ actor, body: { activities, token } }, world) =>
      keepHeadlessSession(world, actor, { activity: activities[0] as HeadlessActivity, token }),
  }),
  route("POST", "/users/@me/headless-sessions/delete", {
    docs: "none: asked by the SDK without a connection",
    auth: "bearer",
    scope: Scope.ActivitiesWrite,
    body: Type.Object({ token: TokenShape }),
    handle: ({ actor, body: { token } }, world) => endHeadlessSession(world, actor, token),
  }),
];
