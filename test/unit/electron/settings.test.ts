import { OPERATIONS } from "sdkpp/surface";
import { expect, it } from "vitest";
import {
  CALL_SETTINGS,
  PRESENCE_SETTINGS,
  SOUND_SETTINGS,
} from "../../../packages/electron/process/settings.js";

/** A key that is held is no setting. */
const OTHERS = ["setPTTActive"];

it("every operation that sets something outlives the process of the client", () => {
  const setters = Object.keys(OPERATIONS).filter((name) => name.startsWith("set"));
  const kept = [CALL_SETTINGS, SOUND_SETTINGS, PRESENCE_SETTINGS].flatMap((one) => Object.keys(one));
  expect([...kept, ...OTHERS].sort()).toEqual([...setters, "updateRichPresence"].sort());
});
