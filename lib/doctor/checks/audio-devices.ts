import { loadAddon, type NativeAudioDevice } from "../../native/index.js";
import { failed, ok, skipped, type DoctorOptions, type Finding } from "../finding.js";

const CHECK = "audio devices";

interface Listed {
  readonly error: string;
  readonly inputs: readonly NativeAudioDevice[];
  readonly outputs: readonly NativeAudioDevice[];
  readonly isNull: boolean;
}

/** Which microphones and speakers the system lists. Programs that play and record files need none. */
export async function checkAudioDevices({ addon }: DoctorOptions): Promise<Finding> {
  try {
    return judged(await list(addon));
  } catch {
    return skipped(CHECK, "they are listed by the addon, which did not load");
  }
}

function list(addonPath: string | undefined): Promise<Listed> {
  const addon = loadAddon(addonPath);
  return new Promise((resolve) =>
    addon.listAudioDevices("system", (error, inputs, outputs, isNull) =>
      resolve({ error, inputs, outputs, isNull }),
    ),
  );
}

function judged({ error, inputs, outputs, isNull }: Listed): Finding {
  if (error !== "") return failed(CHECK, error, "start the sound server of this system, and try again");
  if (isNull) return skipped(CHECK, "this system has no sound server; bots and servers need none");
  const names = (devices: readonly NativeAudioDevice[]): string =>
    devices.length === 0
      ? "none"
      : devices.map(({ name, isDefault }) => name + (isDefault ? "*" : "")).join(", ");
  const found = `microphones: ${names(inputs)}; speakers: ${names(outputs)}`;
  return inputs.length + outputs.length === 0
    ? failed(CHECK, found, "connect a device, and allow this program to use the microphone")
    : ok(CHECK, found);
}
