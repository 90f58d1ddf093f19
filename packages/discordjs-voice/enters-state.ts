import { once, type EventEmitter } from "node:events";
import type { VoiceConnectionStatus } from "./connection/status.js";
import type { AudioPlayerStatus } from "./player/status.js";
import type { AudioPlayer, VoiceConnection } from "./shapes.js";

/** Waits until a connection has a status. Rejects with an AbortError after so many milliseconds, or by the signal. */
export function entersState(
  target: VoiceConnection,
  status: VoiceConnectionStatus,
  timeoutOrSignal: AbortSignal | number,
): Promise<VoiceConnection>;
/** Waits until a player has a status. Rejects with an AbortError after so many milliseconds, or by the signal. */
export function entersState(
  target: AudioPlayer,
  status: AudioPlayerStatus,
  timeoutOrSignal: AbortSignal | number,
): Promise<AudioPlayer>;
export async function entersState(
  target: AudioPlayer | VoiceConnection,
  status: AudioPlayerStatus | VoiceConnectionStatus,
  timeoutOrSignal: AbortSignal | number,
): Promise<AudioPlayer | VoiceConnection> {
  if (target.state.status === status) return target;
  if (typeof timeoutOrSignal !== "number") {
    await once(target as EventEmitter, status, { signal: timeoutOrSignal });
    return target;
  }
  // Not AbortSignal.timeout, whose timer does not keep a process alive that only waits.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutOrSignal);
  try {
    await once(target as EventEmitter, status, { signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
  return target;
}
