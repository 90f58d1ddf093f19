import { DISPLAY_NAME_MAX, Route } from "../../../wire/index.js";
import { boundedText, idArgument, type IdLike } from "../../argument.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import { resultOnly, type Last, type Operations } from "../../core/operations/operation.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import type { ClientResult } from "../../values/client-result.js";
import { tokenShape, type TokenExchangeResult } from "./authorization-results.js";
import { externalToken, type GivenToken } from "./external-token.js";
import { tokenValue } from "./token-endpoint.js";

export interface ProvisionalParts {
  operations: Operations;
  api: Api;
  playerApi: PlayerApi;
  logs: ClientLogs;
}

/** Players without an account of the platform: sign-in with another identity, its name, and the way back from a full account. */
export class ProvisionalArea implements Feature {
  readonly #parts: ProvisionalParts;

  constructor(parts: ProvisionalParts) {
    this.#parts = parts;
  }

  signIn(
    applicationId: IdLike,
    external: GivenToken,
    last: Last<typeof tokenShape>,
  ): Promise<TokenExchangeResult> | undefined {
    const run = async (signal: AbortSignal): Promise<TokenExchangeResult> => {
      const json = this.#bodyOf(applicationId, external);
      const { api, logs } = this.#parts;
      return tokenValue(logs, await api.call({ method: "POST", path: Route.partnerToken(), json, signal }));
    };
    return this.#parts.operations.start(tokenShape, run, last);
  }

  unmerge(
    applicationId: IdLike,
    external: GivenToken,
    last: Last<typeof resultOnly>,
  ): Promise<ClientResult> | undefined {
    const run = async (signal: AbortSignal): Promise<ClientResult> => {
      const json = this.#bodyOf(applicationId, external);
      await this.#parts.api.call({ method: "POST", path: Route.partnerUnmerge(), json, signal });
      return success();
    };
    return this.#parts.operations.start(resultOnly, run, last);
  }

  rename(name: string, last: Last<typeof resultOnly>): Promise<ClientResult> | undefined {
    const run = async (signal: AbortSignal): Promise<ClientResult> => {
      const json = { global_name: boundedText("name", name, 1, DISPLAY_NAME_MAX) };
      const { playerApi } = this.#parts;
      playerApi.require("UpdateProvisionalAccountDisplayName");
      await playerApi.call({ method: "PATCH", path: Route.ownAccount(), json, signal });
      return success();
    };
    return this.#parts.operations.start(resultOnly, run, last);
  }

  #bodyOf(applicationId: IdLike, external: GivenToken): Record<string, string> {
    const { type, token } = externalToken(this.#parts.logs, external);
    const clientId = idArgument("applicationId", applicationId);
    return { client_id: String(clientId), external_auth_type: type, external_auth_token: token };
  }
}
