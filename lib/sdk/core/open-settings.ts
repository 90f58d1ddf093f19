import type { WorldView } from "../../state/index.js";
import type { Host } from "../host-options.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import type { ClientResult } from "../values/client-result.js";
import { addressesFor } from "./addresses.js";
import { success } from "./failure.js";
import { openPage } from "./open-page.js";

/** Where users see and take back what they allowed games. */
const CONNECTED_GAMES_PATH = "/settings/connected-games";

export interface OpenSettingsParts {
  host: Host;
  options: ClientCreateOptions;
  world: WorldView;
  isReady: () => boolean;
}

/** Shows the settings of connected games in the platform's own app. Provisional users have none. */
export async function openConnectedGamesSettings(parts: OpenSettingsParts): Promise<ClientResult> {
  const { host, options, world, isReady } = parts;
  const { currentId } = world.users;
  const user = currentId === undefined ? undefined : world.users.get(currentId);
  if (!isReady() || user === undefined || user.isProvisional) return success();
  await openPage(host, "the settings page", addressesFor(options).webBase + CONNECTED_GAMES_PATH);
  return success();
}
