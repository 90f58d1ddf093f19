import { DISPLAY_NAME_MAX, Route } from "../../../wire/index.js";
import { boundedText, idArgument, type IdLike } from "../../argument.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import { resultOnly, Task, type TaskOf } from "../../core/operations/task.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import { tokenShape } from "./authorization-results.js";
import { externalToken, type GivenToken } from "./external-token.js";
import { tokenValue } from "./token-endpoint.js";

export interface ProvisionalParts {
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

  signIn(applicationId: IdLike, external: GivenToken): TaskOf<typeof tokenShape> {
    return new Task(tokenShape, async ({ signal }) => {
      const json = this.#bodyOf(applicationId, external);
      const { api, logs } = this.#parts;
      return tokenValue(logs, await api.call({ method: "POST", path: Route.partnerToken(), json, signal }));
    });
  }

  unmerge(applicationId: IdLike, external: GivenToken): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async ({ signal }) => {
      const json = this.#bodyOf(applicationId, external);
      await this.#parts.api.call({ method: "POST", path: Route.partnerUnmerge(), json, signal });
      return success();
    });
  }

  rename(name: string): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async ({ functionName, signal }) => {
      const json = { global_name: boundedText("name", name, 1, DISPLAY_NAME_MAX) };
      const { playerApi } = this.#parts;
      playerApi.require(functionName);
      await playerApi.call({ method: "PATCH", path: Route.ownAccount(), json, signal });
      return success();
    });
  }

  #bodyOf(applicationId: IdLike, external: GivenToken): Record<string, string> {
    const { type, token } = externalToken(this.#parts.logs, external);
    const clientId = idArgument("applicationId", applicationId);
    return { client_id: String(clientId), external_auth_type: type, external_auth_token: token };
  }
}
