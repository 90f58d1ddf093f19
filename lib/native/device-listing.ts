import type { NativeAddon, NativeAudioDevice, NativeAudioSystem } from "./addon.js";

/** The devices of this machine. */
export interface DeviceListing {
  /** empty unless the system failed or did not answer within 3 s */
  readonly error: string;
  readonly inputs: NativeAudioDevice[];
  readonly outputs: NativeAudioDevice[];
  /** no audio system was found */
  readonly isNull: boolean;
}

export function listDevices(addon: NativeAddon, system: NativeAudioSystem): Promise<DeviceListing> {
  return new Promise((resolve) =>
    addon.listAudioDevices(system, (error, inputs, outputs, isNull) =>
      resolve({ error, inputs, outputs, isNull }),
    ),
  );
}
