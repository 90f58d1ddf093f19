import type { TrackInfo } from "../tracks/track-info.js";

/** A track as Lavalink's clients see it. */
export interface Track {
  readonly encoded: string;
  readonly info: TrackInfo;
  readonly pluginInfo: object;
  /** whatever the client gave with it */
  readonly userData: unknown;
}

/** Why a track ended. */
export type TrackEndReason = "finished" | "loadFailed" | "stopped" | "replaced" | "cleanup";

/** An error of a track, or of the search for one. */
export interface TrackException {
  readonly message: string;
  readonly severity: "common" | "suspicious" | "fault";
  readonly cause: string;
  readonly causeStackTrace: string;
}

/** One of the five events of a player. */
export type PlayerEvent =
  | { readonly type: "TrackStartEvent"; readonly track: Track }
  | { readonly type: "TrackEndEvent"; readonly track: Track; readonly reason: TrackEndReason }
  | { readonly type: "TrackExceptionEvent"; readonly track: Track; readonly exception: TrackException }
  | { readonly type: "TrackStuckEvent"; readonly track: Track; readonly thresholdMs: number }
  | {
      readonly type: "WebSocketClosedEvent";
      readonly code: number;
      readonly reason: string;
      readonly byRemote: boolean;
    };

/** Where a player is. */
export interface PlayerState {
  /** milliseconds since 1970 */
  readonly time: number;
  /** milliseconds from the beginning of the track; 0 without one */
  readonly position: number;
  readonly connected: boolean;
  /** milliseconds, or -1 */
  readonly ping: number;
}

/** A message to a client. */
export type ServerMessage =
  | { readonly op: "ready"; readonly resumed: boolean; readonly sessionId: string }
  | { readonly op: "playerUpdate"; readonly guildId: string; readonly state: PlayerState }
  | { readonly op: "stats"; readonly frameStats: object | null }
  | ({ readonly op: "event"; readonly guildId: string } & PlayerEvent);

/** An exception with words and without a stack. @param severity "common": whoever asked can mend it */
export function exceptionOf(message: string, severity: TrackException["severity"]): TrackException {
  return { message, severity, cause: message, causeStackTrace: message };
}
