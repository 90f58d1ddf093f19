import type { NativeDeviceChanged } from "../../native/index.js";
import type { CallOrder, CallReport } from "../messages.js";
import type { SentDevice, Setting } from "./messages.js";

/** A message to the process that lists devices or tests a microphone, each of which has a name as a call has. */
export type DeviceOrder =
  | CallOrder
  /** what follows are its commands: "list", with the audio system */
  | { type: "openDevices"; call: string }
  | {
      type: "testMicrophone";
      call: string;
      settings: readonly Setting[];
      microphone: SentDevice | undefined;
      speaker: SentDevice | undefined;
    }
  | { type: "set"; call: string; setting: Setting }
  | { type: "openDevice"; call: string; side: "input" | "output"; device: SentDevice };

/** A message of the process that tests a microphone. */
export type TestReport =
  | CallReport
  | { type: "level"; call: string; dbfs: number }
  | { type: "device"; call: string; opening: number; change: Parameters<NativeDeviceChanged> };
