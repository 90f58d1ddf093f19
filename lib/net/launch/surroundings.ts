import { homedir } from "node:os";
import { resolve } from "node:path";

/** The system and the program that is registered. */
export interface LaunchSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Executable and arguments that start this program again. */
  readonly ownWords: readonly string[];
}

/** A program to be started; Steam starts its own games. */
export type LaunchTarget =
  | { readonly kind: "own" }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "steam"; readonly appId: number };

export function launchSurroundings(): LaunchSurroundings {
  const { platform, env } = process;
  return { platform, env, home: homedir(), ownWords: ownWords() };
}

/** The address that makes Steam start a game. */
export function steamAddress(appId: number): string {
  return `steam://rungameid/${String(appId)}`;
}

/**
 * A packaged app is one executable; otherwise the runtime needs its own options and the program. An AppImage runs from a place
 * that exists only meanwhile, and says where its file is.
 */
function ownWords(): string[] {
  const { env, execPath, execArgv, argv } = process;
  if (env["APPIMAGE"] !== undefined) return [env["APPIMAGE"]];
  const program = isPackaged() ? undefined : argv[1];
  return program === undefined ? [execPath] : [execPath, ...execArgv, resolve(program)];
}

/** Electron says of itself that it runs an app from a folder. A single executable is started without a program. */
function isPackaged(): boolean {
  const { versions, defaultApp, execPath, argv } = process as NodeJS.Process & { defaultApp?: boolean };
  return versions["electron"] === undefined ? argv[1] === execPath : defaultApp !== true;
}
