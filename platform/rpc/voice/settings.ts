import type { SetVoiceInput, VoiceInput } from "../request-shapes.js";

/** A microphone or speaker setting. Volumes are percent: 0 to 100 of a microphone, 0 to 200 of a speaker. */
interface DeviceSettings {
  readonly device_id: string;
  readonly volume: number;
  readonly available_devices: readonly { readonly id: string; readonly name: string }[];
}

/** How the user speaks: always when loud enough, or with a key. */
interface ModeSettings {
  readonly type: "PUSH_TO_TALK" | "VOICE_ACTIVITY";
  readonly auto_threshold: boolean;
  /** dB, -100 to 0 */
  readonly threshold: number;
  readonly shortcut: readonly unknown[];
  /** release delay of push-to-talk, milliseconds, 0 to 2000 */
  readonly delay: number;
}

/** `data` of GET_VOICE_SETTINGS and VOICE_SETTINGS_UPDATE. */
export interface VoiceSettings {
  readonly input: DeviceSettings;
  readonly output: DeviceSettings;
  readonly mode: ModeSettings;
  readonly automatic_gain_control: boolean;
  readonly echo_cancellation: boolean;
  readonly noise_suppression: boolean;
  readonly qos: boolean;
  readonly silence_warning: boolean;
  readonly deaf: boolean;
  readonly mute: boolean;
}

/** The app plays no sound: it has one device of each kind. */
export const DEFAULT_DEVICE = "default";
const DEVICE = {
  device_id: DEFAULT_DEVICE,
  volume: 100,
  available_devices: [{ id: DEFAULT_DEVICE, name: "Default" }],
};

export const FIRST_SETTINGS: VoiceSettings = {
  input: DEVICE,
  output: DEVICE,
  mode: { type: "VOICE_ACTIVITY", auto_threshold: true, threshold: -60, shortcut: [], delay: 20 },
  automatic_gain_control: true,
  echo_cancellation: true,
  noise_suppression: true,
  qos: true,
  silence_warning: true,
  deaf: false,
  mute: false,
};

/** @param change null and absent fields keep their value */
export function changedSettings(settings: VoiceSettings, change: SetVoiceInput): VoiceSettings {
  const { input, output, mode, ...switches } = change;
  return {
    ...settings,
    ...given(switches),
    input: { ...settings.input, ...given(input) },
    output: { ...settings.output, ...given(output) },
    mode: { ...settings.mode, ...given(mode) },
  };
}

/** SET_VOICE_SETTINGS_2 in the form of SET_VOICE_SETTINGS. */
export function fromSecondForm({ input_mode: mode, self_mute, self_deaf }: VoiceInput): SetVoiceInput {
  return { mode: mode ?? null, mute: self_mute ?? null, deaf: self_deaf ?? null };
}

/** `data` of VOICE_SETTINGS_UPDATE_2. */
export function secondForm({ mode, mute, deaf }: VoiceSettings): object {
  return { input_mode: { type: mode.type, shortcut: mode.shortcut }, self_mute: mute, self_deaf: deaf };
}

function given(fields: object | null | undefined): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value != null));
}
