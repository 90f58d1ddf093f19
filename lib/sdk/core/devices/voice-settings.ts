/** Levels and switches of all calls of a client. */
export interface VoiceSettings {
  selfMuteAll: boolean;
  selfDeafAll: boolean;
  /** 0–100 */
  inputVolume: number;
  /** 0–200 */
  outputVolume: number;
  /** dBFS; −100 is off */
  noInputThreshold: number;
  /** whether calls record what the microphone's processing takes and gives */
  captureDump: boolean;
  speech: SpeechProcessing;
}

/** The speech processing of a microphone. */
export interface SpeechProcessing {
  echo: boolean;
  noise: "keep" | "suppress" | "cancel";
  gain: boolean;
}

export function defaultVoiceSettings(): VoiceSettings {
  return {
    selfMuteAll: false,
    selfDeafAll: false,
    inputVolume: 100,
    outputVolume: 100,
    noInputThreshold: -100,
    captureDump: false,
    speech: { echo: true, noise: "suppress", gain: true },
  };
}
