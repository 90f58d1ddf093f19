import { VoiceSupervisor, type VoiceProcess } from "sdkpp";

/** What each call ends with where there are none. */
const ERROR = {
  code: "VOICE_OFF",
  message: 'calls are off: give `voice: "process"` to startSocial',
};

/** A supervisor whose processes take no calls: no addon is looked for, and a call ends with the reason. */
export function noVoice(): VoiceSupervisor {
  return new VoiceSupervisor({ spare: false, spawn: unableProcess });
}

function unableProcess(): VoiceProcess {
  let hear: (message: unknown) => void = () => undefined;
  let end: (reason: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => (end = resolve));
  return {
    exited,
    kill: () => end("calls are off"),
    port: {
      send: () => queueMicrotask(() => hear({ type: "useless", error: ERROR })),
      onMessage: (listener) => (hear = listener),
    },
  };
}
