// What stands in for Electron: no binary of it can be had where these tests run.
import type { ElectronParts } from "../../../packages/electron/main/electron-parts.js";
import { MessageChannelMain } from "./ports.mjs";
import { safeStorage, type Keyring } from "./safe-storage.js";
import { UtilityProcesses } from "./utility-process.js";

/** Electron's module, as far as `startSocial` uses it. */
export interface StandIn extends ElectronParts {
  readonly utilityProcess: UtilityProcesses;
  /** pages that the system browser was to open */
  readonly opened: string[];
}

/** @param open plays the player in the browser */
export function standIn(keyring: Keyring = {}, open: (url: string) => void = () => undefined): StandIn {
  const opened: string[] = [];
  return {
    utilityProcess: new UtilityProcesses(),
    MessageChannelMain: MessageChannelMain as never,
    safeStorage: safeStorage(keyring),
    opened,
    shell: {
      openExternal: (url) => {
        opened.push(url);
        open(url);
        return Promise.resolve();
      },
    },
  };
}
