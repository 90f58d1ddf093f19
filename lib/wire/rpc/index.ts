/** RPC over local IPC: what a game and a desktop app say to each other, and the frames in which they say it. */
export * from "./codes.js";
export * from "./frame-error.js";
export * from "./frame-reader.js";
export * from "./frame-writer.js";
export * from "./limits.js";
export * from "./names.js";
export * from "./payloads.js";
