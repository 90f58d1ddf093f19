import { DISPLAY_NAME_MAX } from "sdkpp/wire";

/** Whether a text can be the display name of an account. */
export function isDisplayName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= DISPLAY_NAME_MAX;
}
