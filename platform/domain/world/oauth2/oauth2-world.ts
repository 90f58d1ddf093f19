import type { Collection } from "../../../store/store.js";
import type { AuthorizationCode, TokenRecord } from "../../records/oauth2/token.js";

/** What was granted. */
export interface OAuth2World {
  readonly codes: Collection<AuthorizationCode>;
  readonly tokens: Collection<TokenRecord>;
}
