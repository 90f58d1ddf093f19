/** Names and numbers of the SDK. Safe in a browser: nothing here needs Node. */
export { AvatarTypes } from "./avatar-types.js";
export { CallError, CallStatus } from "./call-enums.js";
export { ClientError, ClientStatus, ClientThread } from "./client-enums.js";
export { enumToString } from "./enum-to-string.js";
export * from "./enums.js";
export { RelationshipType } from "../wire/index.js";
