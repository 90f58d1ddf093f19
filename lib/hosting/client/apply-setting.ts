import type { NativeSettings } from "../../native/index.js";
import type { Setting, SettingName } from "./messages.js";

/** Applies a setting that the game's process has checked. */
export function applySetting(media: Pick<NativeSettings, SettingName>, [name, args]: Setting): void {
  const set = media[name] as (...args: unknown[]) => void;
  set.apply(media, [...args]);
}
