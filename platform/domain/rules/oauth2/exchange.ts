import { DEVICE_GRANT_TYPE, OAuth2ErrorName } from "sdkpp/wire";
import { redeemCode } from "./authorization-code.js";
import { redeemDevice } from "./device.js";
import { clientCredentials, isChild, refresh, type GrantResult, type TokenForm } from "./tokens.js";
import { invalidClient, missing, OAuth2Fault } from "./oauth2-fault.js";
import type { ProvenAccount } from "./provisional.js";

type Grant = (
  world: Parameters<typeof redeemDevice>[0],
  form: TokenForm,
  account?: ProvenAccount,
) => GrantResult;

const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ["authorization_code", redeemCode],
  ["refresh_token", refresh],
  ["client_credentials", clientCredentials],
  [DEVICE_GRANT_TYPE, redeemDevice],
]);

/** Every `grant_type` that the token endpoint knows. */
export const GRANT_TYPES: readonly string[] = [...GRANTS.keys()];

/** POST /oauth2/token (H§2.5). @param account of another provider, to merge; counts for the grants of a user who has agreed */
export const exchangeToken: Grant = (world, form, account) => {
  const { grant_type: type } = form;
  if (type === undefined) return missing("grant_type");
  // Players authorize the publisher's parent application only (H§3.7).
  if (isChild(world, form["client_id"])) return invalidClient();
  const grant = GRANTS.get(type);
  return (
    grant?.(world, form, account) ??
    new OAuth2Fault(400, OAuth2ErrorName.UnsupportedGrantType, "Unsupported grant_type")
  );
};
