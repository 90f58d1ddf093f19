import {
  ArgumentError,
  ArgumentRangeError,
  type IdentityKeyStore,
  type IdLike,
  type NewTokens,
  type TokenStore,
} from "sdkpp";
import type { ClientSettings } from "../process/client-of.js";
import type { ElectronParts } from "./electron-parts.js";
import { SealedKeyStore } from "./sealed-key-store.js";
import { SealedTokenStore } from "./sealed-token-store.js";
import type { SealingOptions } from "./sealing.js";
import type { TimerClock } from "../bridge/system-clock.js";

/** How `startSocial` works. */
export interface SocialOptions extends Omit<ClientSettings, "applicationId"> {
  /** Electron's module: `import * as electron from "electron"` */
  readonly electron: ElectronParts;
  readonly applicationId: IdLike;
  /** where tokens are kept, sealed with `safeStorage`: a file in an existing folder, such as `app.getPath("userData")` */
  readonly tokenFile?: string;
  /** keeps tokens another way than in `tokenFile` */
  readonly tokenStore?: TokenStore;
  /**
   * where the keys of encrypted calls are kept, sealed with `safeStorage`: a folder of their own, which is made. With it others see the same identity of
   * the player from call to call, and who was verified stays so. Main opens and seals; the keys cross to the process of the client and from there to its
   * voice processes, which need them, and never to a page. Default: each call has a new identity
   */
  readonly keyFolder?: string;
  /** keeps the keys of encrypted calls another way than in `keyFolder`; it runs in main */
  readonly identityKeyStore?: IdentityKeyStore;
  /** as for `SealedTokenStore`, and for keys */
  readonly allowBackend?: "basic_text";
  /** what the player is asked for; default: `Client.getDefaultCommunicationScopes()` */
  readonly scopes?: string;
  /** a scheme that leads to the game, as for `installLaunch`: the second way back from the consent page */
  readonly scheme?: string;
  /** signs in a guest when nothing is stored. Default: there are no guests */
  readonly guest?: () => Promise<NewTokens>;
  /** asks the player another way than on the consent page */
  readonly interactive?: () => Promise<NewTokens>;
  /** where the client is. Default "process": in one of its own. "main": in main, for small apps */
  readonly host?: "process" | "main";
  /** where calls are. Default "process": in one of their own. "off": there are none, and no addon is looked for */
  readonly voice?: "process" | "off";
  /** whether another voice process waits, as for `VoiceSupervisor`; default true */
  readonly spare?: boolean;
  /** as for `joinVoiceChannel` */
  readonly addonPath?: string;
  /** how many processes of a kind, of the client or of calls, may follow each other at once in 60 s; default 3. Behind that another one waits, 1 s at first and 30 s at most */
  readonly restarts?: number;
  /**
   * how long the process of the client may stand still before it is ended, and another one follows: milliseconds, 1 000–600 000; default 10 000. One that
   * has just been started has six times as long. Infinity: for ever, as while a debugger is attached to it. Time in which main or the whole machine stood
   * still does not count
   */
  readonly hangMs?: number;
  /** the programs of the processes, for applications that are bundled: copies of `dist/bundle/social-process.js` and `voice-process.js`. Default: those of this package */
  readonly programs?: { readonly social?: string | URL; readonly voice?: string | URL };
  /** replaces the clock, for tests */
  readonly clock?: TimerClock;
}

/** How long the process of the client may stand still where no option says so. */
export const DEFAULT_HANG_MS = 10_000;

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option */
export function checkedOptions(options: SocialOptions): SocialOptions {
  const { electron, host = "process", voice = "process", tokenFile, tokenStore, hangMs } = options;
  for (const path of USED) assertFunction(electron, path);
  if (host !== "process" && host !== "main")
    throw new ArgumentRangeError("options.host", '"process" or "main"', String(host));
  if (voice !== "process" && voice !== "off")
    throw new ArgumentRangeError("options.voice", '"process" or "off"', String(voice));
  assertHangMs(hangMs);
  assertKeyFolder(options);
  assertKeyStore(options);
  if (tokenFile === undefined && tokenStore === undefined)
    throw new ArgumentError("options.tokenFile", "a path, or a `tokenStore` in its place", "none");
  return options;
}

const HANG_MS = { least: 1000, most: 600_000 } as const;

function assertHangMs(hangMs: unknown = DEFAULT_HANG_MS): void {
  if (typeof hangMs !== "number")
    throw new ArgumentError("options.hangMs", "a number of milliseconds", typeof hangMs);
  const { least, most } = HANG_MS;
  if (hangMs === Infinity || (hangMs >= least && hangMs <= most)) return;
  const expected = `${String(least)}–${String(most)} milliseconds, or Infinity`;
  throw new ArgumentRangeError("options.hangMs", expected, String(hangMs));
}

function assertKeyFolder({ keyFolder, identityKeyStore }: SocialOptions): void {
  if (keyFolder === undefined) return;
  if (identityKeyStore !== undefined)
    throw new ArgumentError("options.keyFolder", "none beside `identityKeyStore`", "both");
  if (typeof keyFolder !== "string" || keyFolder === "")
    throw new ArgumentError(
      "options.keyFolder",
      "a path",
      keyFolder === "" ? "an empty text" : typeof keyFolder,
    );
}

function assertKeyStore({ identityKeyStore }: SocialOptions): void {
  if (identityKeyStore === undefined) return;
  const given = identityKeyStore as Partial<IdentityKeyStore> | null;
  for (const name of ["load", "save"] as const)
    if (typeof given?.[name] !== "function")
      throw new ArgumentError(`options.identityKeyStore.${name}`, "a function", typeof given?.[name]);
}

/** What is used of Electron whatever the options say. */
const USED = [
  ["utilityProcess", "fork"],
  ["shell", "openExternal"],
  ["safeStorage", "encryptString"],
  ["MessageChannelMain"],
];

function assertFunction(electron: unknown, path: readonly string[]): void {
  const found = path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    electron,
  );
  if (typeof found === "function") return;
  const expected =
    "a function of Electron's main process: give the whole module, as `import * as electron` has it";
  throw new ArgumentError(["options.electron", ...path].join("."), expected, typeof found);
}

/** Where the tokens are. */
export function storeOf(options: SocialOptions): TokenStore {
  const { tokenStore, tokenFile = "" } = options;
  return tokenStore ?? new SealedTokenStore(tokenFile, sealingOf(options));
}

/** Where the keys of encrypted calls are; undefined: nowhere. */
export function keysOf(options: SocialOptions): IdentityKeyStore | undefined {
  const { identityKeyStore, keyFolder } = options;
  if (keyFolder === undefined) return identityKeyStore;
  return new SealedKeyStore(keyFolder, sealingOf(options));
}

function sealingOf({ electron, allowBackend }: SocialOptions): SealingOptions {
  const { safeStorage } = electron;
  return { safeStorage, ...(allowBackend !== undefined && { allowBackend }) };
}

/** Only what can be told to another process, and no more. */
export function settingsOf(options: SocialOptions): ClientSettings {
  const { webBase, apiBase, applicationId } = options;
  const more = SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return { webBase, apiBase, applicationId: String(applicationId), ...Object.fromEntries(more) };
}

const SETTINGS = [
  "ca",
  "userAgent",
  "cdnBase",
  "preferredVoiceMode",
  "e2ee",
  "audioDevices",
  "rpcFolder",
] as const;
