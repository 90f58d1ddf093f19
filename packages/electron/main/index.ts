/** The door of Electron's main process. */
export { installLaunch, type Launches, type LaunchOptions, type LaunchTarget } from "./install-launch.js";
export { SealedKeyStore, type SealedKeyStoreOptions } from "./sealed-key-store.js";
export { SealedTokenStore, type SealedTokenStoreOptions } from "./sealed-token-store.js";
export { startSocial, type AttachOptions, type Social, type SocialEvents } from "./start-social.js";
export type { TalkKey, TalkKeySource } from "./push-to-talk.js";
export type { SocialOptions } from "./social-options.js";
export type { ClientSettings } from "../process/client-of.js";
export type { TimerClock } from "../bridge/system-clock.js";
export type {
  AppPart,
  ChannelMain,
  ElectronParts,
  FramePart,
  FromFrame,
  NavigationStart,
  PortMain,
  PortMessage,
  SafeStoragePart,
  UtilityForkOptions,
  UtilityProcessPart,
  WebContentsPart,
  WindowPart,
} from "./electron-parts.js";
