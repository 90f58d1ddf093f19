import { homedir } from "node:os";
import { resolve, win32 } from "node:path";

/** A program inside a single executable of Bun. */
const BUN_FILE = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/;

/** The system and the program that is registered. */
export interface LaunchEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Executable and arguments that start this program again; none for code without a file, as of `node -e`. */
  readonly ownWords: readonly string[];
}

/** A program to be started; Steam starts its own games. */
export type LaunchTarget =
  | { readonly kind: "own" }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "steam"; readonly appId: number };

export function launchEnvironment(): LaunchEnvironment {
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
  if (isPackaged()) return [execPath];
  return argv[1] === undefined ? [] : [execPath, ...execArgv, resolve(argv[1])];
}

/** Electron says of itself that it runs an app from a folder. */
function isPackaged(): boolean {
  const { versions, defaultApp } = process as NodeJS.Process & { defaultApp?: boolean };
  return versions["electron"] === undefined ? isSingleExecutable() : defaultApp !== true;
}

/** Node says so itself, in versions that make such executables; Bun shows the program in a file system of its own. */
function isSingleExecutable(): boolean {
  const { argv, getBuiltinModule } = process as {
    getBuiltinModule?: NodeJS.Process["getBuiltinModule"];
  } & NodeJS.Process;
  return BUN_FILE.test(argv[1] ?? "") || getBuiltinModule?.("node:sea")?.isSea() === true;
}

/** One of Windows' own programs, by its whole path: a program of the same name elsewhere is not run. */
export function windowsProgram(name: string, { env }: Pick<LaunchEnvironment, "env">): string {
  return win32.join(env["SystemRoot"] ?? "C:\\Windows", "System32", name);
}
