import type { WorldView } from "../../../state/index.js";
import { ClientStatus } from "../../client-enums.js";
import { addressesFor } from "../../core/addresses.js";
import { success } from "../../core/failure.js";
import type { Feature } from "../../core/feature.js";
import { openPage } from "../../core/open-page.js";
import { resultOnly, type Last, type Operations, type Shape } from "../../core/operation.js";
import type { Host } from "../../host-options.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import type { ClientResult } from "../../values/client-result.js";

/** The settings page in which users review and revoke the games that they have authorized. */
const CONNECTED_GAMES_PATH = "/settings/connected-games";

const installedShape: Shape<boolean, [boolean]> = {
  failed: () => false,
  args: (installed) => [installed],
  result: () => undefined,
};

export interface DesktopAppParts {
  operations: Operations;
  host: Pick<Host, "openUrl">;
  options: ClientCreateOptions;
  world: WorldView;
  session: { readonly status: ClientStatus };
}

/** The platform's own app on the same machine. */
export class DesktopAppArea implements Feature {
  readonly #parts: DesktopAppParts;

  constructor(parts: DesktopAppParts) {
    this.#parts = parts;
  }

  /** Only mobile systems can find out; a desktop always gives false. */
  isInstalled(last: Last<typeof installedShape>): Promise<boolean> | undefined {
    return this.#parts.operations.start(installedShape, () => Promise.resolve(false), last);
  }

  openConnectedGames(last: Last<typeof resultOnly>): Promise<ClientResult> | undefined {
    return this.#parts.operations.start(resultOnly, () => this.#openConnectedGames(), last);
  }

  async #openConnectedGames(): Promise<ClientResult> {
    const { host, options, world, session } = this.#parts;
    const { currentId } = world.users;
    const user = currentId === undefined ? undefined : world.users.get(currentId);
    // Provisional users have no such settings.
    if (session.status !== ClientStatus.Ready || user === undefined || user.isProvisional) return success();
    await openPage(host, "the settings page", addressesFor(options).webBase + CONNECTED_GAMES_PATH);
    return success();
  }
}
