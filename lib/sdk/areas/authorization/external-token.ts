import type { ExternalToken } from "../../../protocol/index.js";
import { EXTERNAL_AUTH_TOKEN_MAX, EXTERNAL_AUTH_TYPES } from "../../../wire/index.js";
import { boundedText, enumArgument } from "../../argument.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { AuthenticationExternalAuthType } from "../../../enums/index.js";

/** A token of another identity provider, as the game gives it. */
export interface GivenToken {
  readonly type: AuthenticationExternalAuthType;
  readonly token: string;
}

/**
 * Checks the token, which no log line shows.
 * @throws {ArgumentError} {@link ArgumentRangeError} for an unknown type and for a length other than 1 to 10,240 characters
 */
export function externalToken(
  logs: Pick<ClientLogs, "keepSecret">,
  { type, token }: GivenToken,
): ExternalToken {
  const index = enumArgument("externalAuthType", AuthenticationExternalAuthType, type);
  logs.keepSecret(boundedText("externalAuthToken", token, 1, EXTERNAL_AUTH_TOKEN_MAX));
  return { type: EXTERNAL_AUTH_TYPES[index], token };
}
