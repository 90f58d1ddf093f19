import { EXTERNAL_ID_MAX, IDENTITY_LOOKUP_MAX, Scope } from "sdkpp/wire";
import { Type } from "typebox";
import {
  changeProfile,
  deleteIdentity,
  getProfile,
  identitiesOfAccount,
  identitiesOfUser,
  listIdentities,
  type ProfilePath,
  resolveIdentities,
} from "../domain/rules/user/application-identities.js";
import { ProfileBody } from "./application-profile-shapes.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const PROFILE = "/applications/{application.id}/users/{user.id}/identities/{external.id}/profile";
const OF_USER = "/users/{user.id}/application-identities/{application.id}";
const OF_ACCOUNT = "/applications/{application.id}/application-identities/{provider.type}/{external.id}";
const DeletionBody = Type.Object({ provider_id: maybe(Type.String({ maxLength: EXTERNAL_ID_MAX })) });
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
    status: 201,
    handle: ({ actor, params, body }, world) => changeProfile(world, actor, pathOf(params), body),
  }),
  route("GET", "/users/{user.id}/application-identities", {
    docs: "resources/user#get-user-application-identities",
    auth: "bearer",
    scope: Scope.ApplicationIdentitiesWrite,
    query: (read) => read.flag("with_profiles"),
    handle: ({ actor, params, query: withProfiles }, world) =>
      listIdentities(world, actor, params["user.id"], withProfiles),
  }),
  route("POST", "/application-identities", {
    docs: "resources/application#get-application-identities",
    auth: "bearer",
    scope: Scope.ApplicationIdentitiesWrite,
    body: LookupBody,
    handle: ({ actor, body }, world) => resolveIdentities(world, actor, body.user_ids.map(String)),
  }),
  route("GET", OF_USER, {
    docs: "resources/user#get-user-application-identities",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      identitiesOfUser(world, actor, params["application.id"], params["user.id"]),
  }),
  route("GET", OF_ACCOUNT, {
    docs: "resources/application#get-application-identities",
    auth: "bot",
    query: (read) => read.text("provider_id", EXTERNAL_ID_MAX),
    handle: ({ actor, params, query: providerId }, world) => {
      const account = {
        providerType: params["provider.type"],
        externalId: params["external.id"],
        providerId,
      };
      return identitiesOfAccount(world, actor, params["application.id"], account);
    },
  }),
  route("POST", `${OF_USER}/{provider.type}/{external.id}/delete`, {
    docs: "resources/user#delete-user-application-identity",
    auth: "bot",
    body: DeletionBody,
    handle: ({ actor, params, body }, world) => {
      const path = pathOf(params);
      const account = {
        providerType: params["provider.type"],
        externalId: path.externalId,
        providerId: body.provider_id ?? undefined,
      };
      return deleteIdentity(world, actor, path, account);
    },
  }),
];
