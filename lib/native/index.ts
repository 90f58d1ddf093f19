/** The native addon: its declaration and its loader. */
export type * from "./addon.js";
export type * from "./keeping.js";
export type * from "./moving.js";
export type * from "./player.js";
export * from "./received.js";
export type * from "./phases.js";
export type * from "./settings.js";
export type * from "./source-reports.js";
export type * from "./statistics.js";
export { audioDevicesOf, type AudioDevices } from "./audio-system.js";
export { BUILD_COMMAND } from "./load-error.js";
export { watchMediaLoad } from "./media-load.js";
export { createPlayer, createSession } from "./create.js";
export { mediaThreadsOf, type MediaThreads } from "./media-threads.js";
export { addonFile, loadAddon, loadedAddonFile } from "./load.js";
export { wishForThreads, type ThreadWishes } from "./thread-wishes.js";
export { LoopbackSession, type LoopbackParts } from "./loopback-session.js";
export { listDevices, type DeviceListing } from "./device-listing.js";
