import type { Agent } from "node:http";
import { defaultUserAgent, openInBrowser, openSocket, systemClock, TrustedRoots } from "../net/index.js";
import type { Clock, Fetch, OpenSocket, OpenUrl } from "../net/index.js";
import { loadAddon, type NativeAddon, type NativeSessionOptions } from "../native/index.js";
import { e2eePolicyOf, type E2eePolicy } from "../call/e2ee-policy.js";
import type { CallbackMode } from "./core/callback-queue.js";
import type { IdentityKeyStore } from "./identity-key-store.js";

/** What only a JavaScript host can give. Everything has a default. */
export interface ClientHostOptions {
  /** for all HTTP; a proxy or further certificates come with it */
  fetch?: Fetch;
  /** further certificates to trust on WebSockets, PEM */
  ca?: string | string[];
  /** for the WebSockets, e.g. of a proxy */
  agent?: Agent;
  /** opens the consent page; the system browser unless given */
  openUrl?: OpenUrl;
  /** "manual": callbacks run in `runCallbacks()` only */
  callbackMode?: CallbackMode;
  userAgent?: string;
  /** base address of avatars; `<webBase>/cdn` unless given */
  cdnBase?: string;
  /** preferred AEAD mode of calls; the best this CPU has unless given */
  preferredVoiceMode?: Exclude<NativeSessionOptions["preferredMode"], "">;
  /**
   * End-to-end encryption of calls. Unless given (also true): "preferred" until a call of a lobby was encrypted, then
   * "required" for that lobby, as long as this client lives. "required": nothing is sent or heard in the clear; without
   * encryption the call ends after 30 s. "preferred": it goes on in the clear. "off" (also false): the real service refuses
   * most calls (4017)
   */
  e2ee?: boolean | "required" | "preferred" | "off";
  /** where to keep the key that proves who one is in encrypted calls, and verified keys; a fresh one per call unless given */
  identityKeyStore?: IdentityKeyStore;
  /** time, for tests */
  clock?: Clock;
  /** opens WebSockets, for tests */
  openSocket?: OpenSocket;
  /** loads the native addon, for tests */
  loadAddon?: () => NativeAddon;
}

/** The options with every default filled in. */
export interface Host {
  fetch: Fetch;
  roots: TrustedRoots | undefined;
  agent: Agent | undefined;
  openUrl: OpenUrl;
  callbackMode: CallbackMode;
  userAgent: string;
  cdnBase: string | undefined;
  preferredVoiceMode: NativeSessionOptions["preferredMode"];
  e2ee: E2eePolicy;
  identityKeyStore: IdentityKeyStore | undefined;
  clock: Clock;
  openSocket: OpenSocket;
  loadAddon: () => NativeAddon;
}

/** @throws {ArgumentError} for an `e2ee` that cannot be */
export function hostOf(options: ClientHostOptions): Host {
  return {
    // Looked up at each call: reading it once would load the built-in fetch at import.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    roots: options.ca === undefined ? undefined : new TrustedRoots(options.ca),
    agent: options.agent,
    openUrl: options.openUrl ?? openInBrowser,
    callbackMode: options.callbackMode ?? "event-loop",
    userAgent: options.userAgent ?? defaultUserAgent(),
    cdnBase: options.cdnBase,
    preferredVoiceMode: options.preferredVoiceMode ?? "",
    e2ee: e2eePolicyOf(options.e2ee, "sticky"),
    identityKeyStore: options.identityKeyStore,
    clock: options.clock ?? systemClock,
    openSocket: options.openSocket ?? openSocket,
    loadAddon: options.loadAddon ?? loadAddon,
  };
}
