import { parseUser, Secret } from "../../../protocol/index.js";
import { displayNameOf } from "../../../state/index.js";
import { ArgumentRangeError, Route } from "../../../wire/index.js";
import { enumArgument, tokenArgument } from "../../argument.js";
import { AuthorizationTokenType, ErrorType } from "../../../enums/index.js";
import type { ClientResult } from "../../values/client-result.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { failed, Failure, parsed, success } from "../../core/operations/failure.js";
import type { Shape } from "../../core/operations/task.js";

export interface TokenOwner {
  result: ClientResult;
  id: bigint;
  name: string;
}

export const tokenOwnerShape: Shape<TokenOwner, [ClientResult, bigint, string]> = {
  failed: (result) => ({ result, id: 0n, name: "" }),
  args: ({ result, id, name }) => [result, id, name],
  result: ({ result }) => result,
};

/** Finds the user of a token. It neither uses nor changes the client's own token, session and world. */
export async function fetchCurrentUser(
  { api, logs }: { api: Api; logs: ClientLogs },
  type: AuthorizationTokenType,
  text: string,
  signal: AbortSignal,
): Promise<TokenOwner> {
  if (tokenArgument("token", text) === "")
    throw new ArgumentRangeError("token", "a token", "an empty string");
  logs.keepSecret(text);
  if (enumArgument("tokenType", AuthorizationTokenType, type) !== AuthorizationTokenType.Bearer)
    throw new Failure(failed(ErrorType.ValidationError, "only bearer tokens can be used"));
  const request = { method: "GET", path: Route.currentUser(), signal } as const;
  const user = parsed(parseUser(await api.call(request, new Secret(text))), "a user");
  return { result: success(), id: user.id, name: displayNameOf(user) };
}
