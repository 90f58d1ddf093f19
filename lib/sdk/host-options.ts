import type { Agent } from "node:http";
import { defaultUserAgent, openInBrowser, openSocket, systemClock, TrustedRoots } from "../net/index.js";
import type { Clock, Fetch, OpenSocket, OpenUrl } from "../net/index.js";
import {
  addonFile,
  audioDevicesOf,
  listDevices,
  loadAddon,
  mediaThreadsOf,
  type AudioDevices,
  type DeviceListing,
  type NativeAddon,
  type NativeAudioSystem,
  type NativeSessionOptions,
} from "../native/index.js";
import { e2eePolicyOf, type E2eePolicy } from "../call/e2ee-policy.js";
import { moduleAddress } from "../hosting/client/module-address.js";
import {
  assertNotGiven,
  HostedDeviceList,
  supervisorArgument,
  type VoiceSupervisor,
} from "../hosting/index.js";
import { ArgumentError, ArgumentRangeError, type AeadMode } from "../wire/index.js";
import { optionalArgument, textArgument } from "./argument.js";
import type { DeviceScreen } from "./device-screen.js";
import type { IdentityKeyStore } from "./identity-key-store.js";

/** The place where the game's callbacks run: the event loop, or `runCallbacks()`. */
export type CallbackMode = "event-loop" | "manual";

/** Options of the JavaScript host. Every option has a default. */
export interface ClientHostOptions {
  /** used for all HTTP requests; configure proxies and further certificates there */
  fetch?: Fetch;
  /** additional certificates to trust for WebSockets, PEM: the text, not a path. A local platform has it in `endpoints.ca` */
  ca?: string | string[];
  /** agent for WebSockets, e.g. for a proxy */
  agent?: Agent;
  /** opens web pages for the user, such as the consent page; default: the system browser */
  openUrl?: OpenUrl;
  /**
   * how the consent page returns to the game. Default "loopback": to a port of 127.0.0.1. "scheme": to
   * `<customSchemeParam>:/authorize/callback`, or `discord-<application id>:/authorize/callback`; the game gives the address
   * that the operating system opens it with to `client.handleRedirect`
   */
  redirect?: "loopback" | "scheme";
  /** shows the player of a device where to sign in; default: opens that page with `openUrl` */
  deviceScreen?: DeviceScreen;
  /** "manual": callbacks run only in `runCallbacks()`; default "event-loop" */
  callbackMode?: CallbackMode;
  userAgent?: string;
  /** base address of avatars; default `<webBase>/cdn` */
  cdnBase?: string;
  /** preferred AEAD mode of calls; default: the fastest on this CPU */
  preferredVoiceMode?: AeadMode;
  /**
   * End-to-end encryption of calls. Default (also true): "preferred" until a call of a lobby has been encrypted, then
   * "required" for that lobby while this client exists. "required": nothing is sent or heard unencrypted, and the call ends
   * after 30 s without encryption. "preferred": the call continues unencrypted. "off" (also false): the real service rejects
   * most calls (4017)
   */
  e2ee?: boolean | "required" | "preferred" | "off";
  /** stores the player's identity key for encrypted calls, and verified keys; default: a new key for each call */
  identityKeyStore?: IdentityKeyStore;
  /**
   * Which microphone and speakers calls use. "system": those of this machine, opened when a call connects. "null": one silent
   * device each way, for machines without sound. "off": none, as in tests and for bots of a server. Default: the environment
   * variable `SDKPP_AUDIO_DEVICES`, then "system"
   */
  audioDevices?: "system" | "null" | "off";
  /**
   * the file of the native addon, for example beside a bundle; absolute, relative to the working directory, or a file: URL.
   * All clients and voice connections share one addon. Default: the environment variable `SDKPP_ADDON`, then a search
   * beside the program and in the package
   */
  addonPath?: string | URL;
  /**
   * How many media threads the process may have, 1–64. Calls begin on one; another one starts when a tick takes more than half of its
   * 20 ms, as with some 80 streams that are encoded. All clients and voice connections share them: the last value decides. "auto": one
   * less than the processors of the process, at least 1. Default: the environment variable `SDKPP_MEDIA_THREADS`, then "auto"
   */
  mediaThreads?: "auto" | number;
  /**
   * Runs voice in a process of its own, which may crash or hang: calls go on in another one, and this process loads no addon. true: the
   * supervisor that all such calls of this process share; or one of your own, for other settings. `agent`, `addonPath` and `mediaThreads` are
   * refused beside it. Guide: docs/guides/voice-process.md
   */
  voiceHost?: true | VoiceSupervisor;
  /**
   * With `voiceHost`: a module that exports the functions `received` or `captured`, which edit the sound of each call in the voice process, as
   * those of `startCallWithAudioCallbacks` do: closures cannot leave this process. A file: URL, or a path relative to the working directory
   */
  audioCallbacks?: string | URL;
  /**
   * folder with the socket of the platform's desktop app, on Windows what stands before the name of its pipe. Default: where
   * desktop apps listen, packaged ones included
   */
  rpcFolder?: string;
  /** replaces the clock, for tests */
  clock?: Clock;
  /** @internal replaces WebSockets, for tests */
  openSocket?: OpenSocket;
  /** @internal replaces the native addon, for tests */
  loadAddon?: () => NativeAddon;
}

/** The options with every default filled in. */
export interface Host {
  fetch: Fetch;
  roots: TrustedRoots | undefined;
  agent: Agent | undefined;
  openUrl: OpenUrl;
  redirect: "loopback" | "scheme";
  deviceScreen: DeviceScreen;
  callbackMode: CallbackMode;
  userAgent: string;
  cdnBase: string | undefined;
  preferredVoiceMode: NativeSessionOptions["preferredMode"];
  e2ee: E2eePolicy;
  identityKeyStore: IdentityKeyStore | undefined;
  audioDevices: AudioDevices;
  rpcFolder: string | undefined;
  clock: Clock;
  openSocket: OpenSocket;
  loadAddon: () => NativeAddon;
  /** as given */
  ca: string | string[] | undefined;
  /** undefined: calls are in this process */
  voiceHost: VoiceSupervisor | undefined;
  /** the address of a module */
  audioCallbacks: string | undefined;
  /** Lists the devices of this machine. Rejects, or throws, with SdkError NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED. */
  listDevices: (system: NativeAudioSystem) => Promise<DeviceListing>;
}

/** Options that lead out of this process, or that a supervisor has. */
const NOT_HOSTED = ["agent", "addonPath", "mediaThreads"];

/** @throws {ArgumentError} for an invalid `ca`, `e2ee`, `addonPath`, `rpcFolder`, `voiceHost`, `audioCallbacks` or `keep`, or one that is refused beside another, {ArgumentRangeError} for an invalid `redirect`, `audioDevices` or `mediaThreads` */
export function hostOf(options: ClientHostOptions): Host {
  const addonPath = options.addonPath === undefined ? undefined : addonFile(options.addonPath);
  // a number: "auto" reads files of the system, and every use of the addon repeats it
  const mediaThreads = options.mediaThreads === undefined ? undefined : mediaThreadsOf(options.mediaThreads);
  const openUrl = options.openUrl ?? openInBrowser;
  const loadOwnAddon = options.loadAddon ?? (() => loadAddon(addonPath, mediaThreads));
  refuseKeep(options);
  const voiceHost = voiceHostOf(options);
  const list = voiceHost && new HostedDeviceList(voiceHost);
  return {
    // Read at each call: reading it here would load the built-in fetch at import.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    roots: options.ca === undefined ? undefined : new TrustedRoots(options.ca),
    agent: options.agent,
    openUrl,
    redirect: redirectOf(options.redirect),
    deviceScreen: options.deviceScreen ?? browserScreen(openUrl),
    callbackMode: options.callbackMode ?? "event-loop",
    userAgent: options.userAgent ?? defaultUserAgent(),
    cdnBase: options.cdnBase,
    preferredVoiceMode: options.preferredVoiceMode ?? "",
    e2ee: e2eePolicyOf(options.e2ee, "sticky"),
    identityKeyStore: options.identityKeyStore,
    audioDevices: audioDevicesOf(options.audioDevices),
    rpcFolder: optionalArgument("rpcFolder", options.rpcFolder, textArgument),
    clock: options.clock ?? systemClock,
    openSocket: options.openSocket ?? openSocket,
    loadAddon: loadOwnAddon,
    ca: options.ca,
    voiceHost,
    audioCallbacks: callbacksOf(options),
    listDevices: (system) => list?.list(system) ?? listDevices(loadOwnAddon(), system),
  };
}

/** A call of a client is there as long as its main session, which ends with the process. */
function refuseKeep(options: object): void {
  if ("keep" in options)
    throw new ArgumentError(
      "keep",
      "no such option for a client: its calls end with its process; give `voiceHost`, and they outlive a voice process",
      "one",
    );
}

function voiceHostOf(options: ClientHostOptions): VoiceSupervisor | undefined {
  if (options.voiceHost === undefined) return undefined;
  assertNotGiven(options, NOT_HOSTED);
  return supervisorArgument(options.voiceHost);
}

function callbacksOf({ audioCallbacks, voiceHost }: ClientHostOptions): string | undefined {
  if (audioCallbacks === undefined) return undefined;
  if (voiceHost === undefined)
    throw new ArgumentError(
      "audioCallbacks",
      "`voiceHost` beside it; without it, give functions to `startCallWithAudioCallbacks`",
      "none",
    );
  if (audioCallbacks instanceof URL || typeof audioCallbacks === "string")
    return moduleAddress(audioCallbacks);
  throw new ArgumentError("audioCallbacks", "a path or a URL of a module", typeof audioCallbacks);
}

/** A window of the system browser stays open: only its user can close it. */
function browserScreen(openUrl: OpenUrl): DeviceScreen {
  return { open: ({ completeAddress }) => openUrl(completeAddress), close: () => undefined };
}

function redirectOf(given: ClientHostOptions["redirect"] = "loopback"): Host["redirect"] {
  if (given === "loopback" || given === "scheme") return given;
  throw new ArgumentRangeError("redirect", '"loopback" or "scheme"', String(given));
}
