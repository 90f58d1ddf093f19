/**
 * `sdkpp/wire`: names, shapes and numbers of everything that crosses a wire. Pure; imports nothing.
 * @packageDocumentation
 */
export * from "./activity-invite-payloads.js";
export * from "./activity-payloads.js";
export * from "./application-profile-payloads.js";
export * from "./argument-error.js";
export * from "./audit-log-events.js";
export * from "./command-codes.js";
export * from "./command-payloads.js";
export * from "./component-codes.js";
export * from "./dave-payloads.js";
export * from "./error-codes.js";
export * from "./findings/index.js";
export * from "./gateway-codes.js";
export * from "./gateway-payloads.js";
export * from "./guild-payloads.js";
export * from "./interaction-codes.js";
export * from "./limits.js";
export * from "./message-payloads.js";
export * from "./monetisation-codes.js";
export * from "./mls/index.js";
export * from "./opus-packet.js";
export * from "./payloads.js";
export * from "./permissions.js";
export * from "./presence-payloads.js";
export * from "./provisional.js";
export * from "./relationship-payloads.js";
export * from "./routes.js";
export * from "./rpc/index.js";
export * from "./scopes.js";
export * from "./sdk-error.js";
export * from "./snowflake.js";
export * from "./special-addresses.js";
export * from "./voice-codes.js";
export * from "./voice-key-payloads.js";
export * from "./voice-payloads.js";
export * from "./web-address.js";
