/**
 * `@sdkpp/platform/control`: steers a platform that runs in another process.
 * @packageDocumentation
 */
export type { ControlAccess, PlatformReport } from "./access.js";
export { connectPlatform, type RemotePlatform } from "./remote/connect-platform.js";
export { connectControl, connectGroups, type Remote, type RemoteControl } from "./remote/connect.js";
export type { FollowOptions } from "./groups/timeline.js";
export type {
  GatewayRecord,
  HttpRecord,
  MediaRecord,
  RpcRecord,
  TimelineEntry,
  TimelineFilter,
  TimelineKind,
  TimelineNotice,
  TimelineRecord,
  WebhookRecord,
} from "../timeline/record.js";
export { ControlError } from "./remote/remote-error.js";
export { ArgumentError, ArgumentRangeError } from "sdkpp/wire";
