import type { VoiceRecord } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/** Returns the volumes, and whether all calls are muted; undefined until the state has come. It renders when one of them changes. */
export function useVoiceSettings(): VoiceRecord | undefined {
  return useRecord("voice", "", whole<VoiceRecord | undefined>);
}
