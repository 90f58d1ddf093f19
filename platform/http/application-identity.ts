import { APPLICATION_PROFILE_USERNAME_MAX, IDENTITY_LOOKUP_MAX, Scope } from "sdkpp/wire";
import { Type } from "typebox";
import {
  changeProfile,
  getProfile,
  listIdentities,
  type ProfilePath,
  resolveIdentities,
} from "../domain/rules/user/application-identities.js";
import { Fault } from "../domain/rules/outcome.js";
import { booleanOf } from "./query.js";
import { route } from "./route.js";
import { maybe, MetadataShape, SnowflakeShape } from "./shapes.js";

const PROFILE = "/applications/{application.id}/users/{user.id}/identities/{external.id}/profile";
const ProfileBody = Type.Object({
  username: maybe(Type.String({ maxLength: APPLICATION_PROFILE_USERNAME_MAX })),
  metadata: maybe(MetadataShape),
  data: maybe(Type.Record(Type.String(), Type.Unknown())),
});
const LookupBody = Type.Object({
  user_ids: Type.Array(SnowflakeShape, { minItems: 1, maxItems: IDENTITY_LOOKUP_MAX }),
});

type ProfileParams = Readonly<Record<"application.id" | "user.id" | "external.id", string>>;
const pathOf = (params: ProfileParams): ProfilePath => ({
  applicationId: params["application.id"],
  userId: params["user.id"],
  externalId: params["external.id"],
});

export const applicationIdentityRoutes = [
  route("GET", PROFILE, {
    docs: "resources/application#get-user-application-identity-profile",
    auth: "bot",
    handle: ({ actor, params }, world) => getProfile(world, actor, pathOf(params)),
  }),
  route("PATCH", PROFILE, {
    docs: "resources/application#modify-user-application-identity-profile",
    auth: "bot",
    body: ProfileBody,
    handle: ({ actor, params, body }, world) => changeProfile(world, actor, pathOf(params), body),
  }),
  route("GET", "/users/{user.id}/application-identities", {
    docs: "resources/user#get-user-application-identities",
    auth: "bearer",
    scope: Scope.ApplicationIdentitiesWrite,
    handle: ({ actor, params, query }, world) => {
      const withProfiles = booleanOf(query, "with_profiles", false);
      if (withProfiles instanceof Fault) return withProfiles;
      return listIdentities(world, actor, params["user.id"], withProfiles);
    },
  }),
  route("POST", "/application-identities", {
    docs: "resources/application#get-application-identities",
    auth: "bearer",
    scope: Scope.ApplicationIdentitiesWrite,
    body: LookupBody,
    handle: ({ actor, body }, world) => resolveIdentities(world, actor, body.user_ids.map(String)),
  }),
];
