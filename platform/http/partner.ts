import {
  EXTERNAL_AUTH_TOKEN_MAX,
  EXTERNAL_AUTH_TYPES,
  EXTERNAL_ID_MAX,
  DISPLAY_NAME_MAX,
  PROVIDER_OF,
} from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { Fault } from "../domain/rules/outcome.js";
import { unmergeAccount } from "../domain/rules/oauth2/merge.js";
import { authenticateGame, signInGuest, signInGuestOfServer } from "../domain/rules/oauth2/provisional.js";
import type { IssuedTokens } from "../domain/rules/oauth2/tokens.js";
import type { World } from "../domain/world/world.js";
import { Id } from "../json/reader.js";
import { route, type Outside } from "./route.js";
import { maybe } from "./shapes.js";

const SECRET_MAX = 1024;

const DisplayName = Type.String({ minLength: 1, maxLength: DISPLAY_NAME_MAX });

const ExternalTokenBody = Type.Object({
  client_id: Id,
  client_secret: maybe(Type.String({ maxLength: SECRET_MAX })),
  external_auth_type: Type.Enum([...EXTERNAL_AUTH_TYPES]),
  external_auth_token: Type.String({ minLength: 1, maxLength: EXTERNAL_AUTH_TOKEN_MAX }),
});

const ExternalUserId = Type.String({ minLength: 1, maxLength: EXTERNAL_ID_MAX });

const BotUnmergeBody = Type.Object({ external_user_id: ExternalUserId });

const BotTokenBody = Type.Object({
  external_user_id: ExternalUserId,
  preferred_global_name: maybe(DisplayName),
  provisional_user_id: maybe(Id),
});

/** The game that presents an external token, and whose token it is. */
async function readExternalToken(body: Static<typeof ExternalTokenBody>, world: World, outside: Outside) {
  const { client_secret: secret, external_auth_type: type, external_auth_token: token } = body;
  const application = authenticateGame(world, String(body.client_id), secret ?? undefined);
  if (application instanceof Fault) return application;
  const account = await outside.provenAccount(application, type, token);
  if (account instanceof Fault) return account;
  return { applicationId: application.id, account, isRefreshable: type === "OIDC" && secret != null };
}

const withIdToken = (reply: unknown, outside: Outside) => outside.withIdToken(reply as IssuedTokens);

export const partnerRoutes = [
  route("POST", "/partner-sdk/token", {
    docs: "discord-social-sdk/development-guides/using-provisional-accounts",
    auth: "none",
    body: ExternalTokenBody,
    prepare: ({ body }, world, outside) => readExternalToken(body, world, outside),
    handle: ({ prepared }, world) => signInGuest(world, prepared),
    finish: withIdToken,
  }),
  route("POST", "/partner-sdk/token/bot", {
    docs: "discord-social-sdk/development-guides/using-provisional-accounts",
    auth: "bot",
    body: BotTokenBody,
    handle: ({ actor, body }, world) => {
      const {
        external_user_id: externalId,
        preferred_global_name: name,
        provisional_user_id: guestId,
      } = body;
      const account = {
        providerType: PROVIDER_OF.DISCORD_BOT_ISSUED_ACCESS_TOKEN,
        externalId,
        displayName: name ?? undefined,
      };
      const login = { applicationId: actor.application.id, account };
      return signInGuestOfServer(world, login, guestId == null ? undefined : String(guestId));
    },
    finish: withIdToken,
  }),
  route("POST", "/partner-sdk/provisional-accounts/unmerge", {
    docs: "discord-social-sdk/development-guides/using-provisional-accounts",
    auth: "none",
    body: ExternalTokenBody,
    prepare: ({ body }, world, outside) => readExternalToken(body, world, outside),
    handle: ({ prepared }, world) => unmergeAccount(world, prepared.applicationId, prepared.account),
  }),
  route("POST", "/partner-sdk/provisional-accounts/unmerge/bot", {
    docs: "discord-social-sdk/development-guides/using-provisional-accounts",
    auth: "bot",
    body: BotUnmergeBody,
    handle: ({ actor, body }, world) => {
      const account = {
        providerType: PROVIDER_OF.DISCORD_BOT_ISSUED_ACCESS_TOKEN,
        externalId: body.external_user_id,
      };
      return unmergeAccount(world, actor.application.id, account);
    },
  }),
];
