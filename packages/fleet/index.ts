/**
 * `@sdkpp/fleet`: a door for clients of Lavalink 4 on the native voice engine of `sdkpp`.
 * @packageDocumentation
 */
export { startLavalink, type LavalinkDoor } from "./lavalink/door.js";
export type { LavalinkOptions } from "./lavalink/options.js";
export type { ResolvedTrack, TrackResolver, TrackSource } from "./sources/resolver.js";
export { decodeTrack, encodeTrack } from "./tracks/encoded-track.js";
export { TrackEncodingError } from "./tracks/track-encoding-error.js";
export { UNKNOWN_LENGTH, type TrackInfo } from "./tracks/track-info.js";
export type {
  CallCredentials,
  CallFrames,
  CallListener,
  CallPlace,
  Filters,
  SourceEnd,
  Worker,
  WorkerCall,
} from "./worker/worker.js";
