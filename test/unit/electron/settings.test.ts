import { OPERATIONS } from "sdkpp/surface";
import { expect, it } from "vitest";
import { CALL_SETTINGS, SOUND_SETTINGS } from "../../../packages/electron/process/settings.js";

/** The connection has it; a key that is held is none. */
const OTHERS = ["setOnlineStatus", "setPTTActive"];

it("every operation that sets something of the sound outlives the process of the client", () => {
  const setters = Object.keys(OPERATIONS).filter((name) => name.startsWith("set"));
  const kept = [...Object.keys(CALL_SETTINGS), ...Object.keys(SOUND_SETTINGS)];
  expect([...kept, ...OTHERS].sort()).toEqual(setters.sort());
});
