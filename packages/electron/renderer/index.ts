/** The door of pages. It needs no Node and no Electron. */
export type { Port } from "../bridge/port.js";
export { connect } from "./connect.js";
export { Levels } from "./levels.js";
export { pagePort } from "./message-port.js";
export { Microphone } from "./microphone.js";
export { Mirror, type SnapshotPiece } from "./mirror.js";
export { OperationError } from "./operation-error.js";
export type { OperationMembers, RequestOptions } from "./requests.js";
export { Social, type SocialOptions } from "./social.js";
export { connectTo } from "./connect-to.js";
export type { Visibility } from "./visibility.js";
