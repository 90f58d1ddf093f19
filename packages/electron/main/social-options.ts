import { ArgumentError, ArgumentRangeError, type IdLike, type NewTokens, type TokenStore } from "sdkpp";
import type { ClientSettings } from "../process/client-of.js";
import type { ElectronParts } from "./electron-parts.js";
import { SealedTokenStore } from "./sealed-token-store.js";
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
  /** as for `SealedTokenStore` */
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
  const { tokenStore, tokenFile = "", allowBackend, electron } = options;
  const { safeStorage } = electron;
  const sealing = { safeStorage, ...(allowBackend !== undefined && { allowBackend }) };
  return tokenStore ?? new SealedTokenStore(tokenFile, sealing);
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
