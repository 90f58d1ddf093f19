import { openConnectedGamesSettings } from "../core/open-settings.js";
import { resultOnly, type OperationOptions, type Shape } from "../core/operation.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientConnection } from "./connection.js";

type ResultCallback = (result: ClientResult) => void;
type InstalledCallback = (installed: boolean) => void;

const installedShape: Shape<boolean, [boolean]> = {
  failed: () => false,
  args: (installed) => [installed],
  result: () => undefined,
};

/** The platform's own app on the same machine. */
export abstract class ClientWithPlatformApp extends ClientConnection {
  /**
   * Whether the app is there for a link to open it, which only mobile systems can tell: on a desktop always false.
   * Needs no connection; never fails.
   * @mirrors Client::IsDiscordAppInstalled
   */
  isDiscordAppInstalled(callback: InstalledCallback): void;
  isDiscordAppInstalled(options?: OperationOptions): Promise<boolean>;
  isDiscordAppInstalled(last?: InstalledCallback | OperationOptions): Promise<boolean> | void {
    return this.core.operations.start(installedShape, () => Promise.resolve(false), last);
  }

  /**
   * Opens the address of the settings in which users manage the games they have connected. Succeeds without opening
   * anything when the client is not ready, and for provisional users, who have no such settings. `NetworkError` when
   * nothing opens the address.
   * @mirrors Client::OpenConnectedGamesSettingsInDiscord
   */
  openConnectedGamesSettingsInDiscord(callback: ResultCallback): void;
  openConnectedGamesSettingsInDiscord(options?: OperationOptions): Promise<ClientResult>;
  openConnectedGamesSettingsInDiscord(
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { operations, openSettings } = this.core;
    return operations.start(resultOnly, () => openConnectedGamesSettings(openSettings), last);
  }
}
