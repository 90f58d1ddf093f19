/**
 * `@sdkpp/fleet`: voice workers on many machines for bots, and a door for clients of Lavalink 4, on the native voice engine of `sdkpp`.
 * @packageDocumentation
 */
export type { NatsOptions } from "./bus/address.js";
export { Fleet, type FleetJoinOptions, type FleetOptions, type FleetWorker } from "./control/fleet.js";
export { startWorker, type FleetWorkerOptions, type RunningWorker } from "./serving/start-worker.js";
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
