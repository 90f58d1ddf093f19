import { Route } from "sdkpp/wire";
import { Type } from "typebox";
import { exchangeChildToken } from "../domain/rules/oauth2/child-tokens.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const ChildTokenBody = Type.Object({
  parent_access_token: Type.String({ minLength: 1, maxLength: 10_240 }),
  child_application_id: SnowflakeShape,
  parent_client_secret: maybe(Type.String({ maxLength: 1024 })),
});

export const childTokenRoutes = [
  route("POST", Route.childToken(), {
    docs: "social-sdk/development-guides/publisher-level-account-linking",
    auth: "none",
    body: ChildTokenBody,
    handle: ({ body }, world) =>
      exchangeChildToken(world, {
        parentToken: body.parent_access_token,
        childId: String(body.child_application_id),
        parentSecret: body.parent_client_secret ?? undefined,
      }),
  }),
];
