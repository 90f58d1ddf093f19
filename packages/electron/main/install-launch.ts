import path from "node:path";
import type { AppPart } from "./electron-parts.js";

/** The receiver of what the game was opened for: what `startSocial` returns, or a `Client`. */
export interface LaunchTarget {
  /** as of `Client` */
  handleLaunch(argv: readonly string[]): unknown;
}

/** How `installLaunch` works. */
export interface LaunchOptions {
  /** the arguments of this process; default: `process.argv` */
  readonly argv?: readonly string[];
  /**
   * a scheme of the game's own, such as `mygame`, that leads to it: the second way back from the consent page, where no loopback port can be
   * bound. Default: none. On macOS it has to be named in the app's `Info.plist` as well
   */
  readonly scheme?: string;
  /** A second start ended in favour of this one: the place to bring the window to the front. */
  readonly onSecondInstance?: (argv: readonly string[]) => void;
}

/** Launches that came in. */
export interface Launches {
  /** false: the game already runs and has been told; this process is ending, and must not start anything */
  readonly isFirst: boolean;
  /** Tells all that has come in so far, in order, and from now on what comes. */
  deliverTo(target: LaunchTarget): void;
}

/**
 * Makes one running game of several starts, and collects what each start was for. Call it first of all, before `app` is ready: macOS gives
 * addresses early. Nothing is lost until {@link Launches.deliverTo}.
 *
 * The desktop app of the platform starts a game by `discord-<application id>://`. `client.registerLaunchCommand` registers that scheme with the
 * operating system, with the program that runs; call it at every start, and leave `setAsDefaultProtocolClient` to a scheme of your own, which
 * `scheme` does here: both for one scheme overwrite each other. Players return from the consent page to a loopback port; the scheme is the second way.
 * @example
 * import { app } from "electron";
 * const launches = installLaunch(app, { onSecondInstance: () => window?.focus() });
 * if (launches.isFirst) app.whenReady().then(() => launches.deliverTo(startSocial({ electron, … })));
 */
export function installLaunch(app: AppPart, options: LaunchOptions = {}): Launches {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return { isFirst: false, deliverTo: () => undefined };
  }
  const { argv = process.argv, scheme, onSecondInstance } = options;
  if (scheme !== undefined) lead(app, scheme, argv);
  const inbox = new Inbox(argv);
  app.on("second-instance", (_event, second) => {
    inbox.take(second);
    onSecondInstance?.(second);
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    inbox.take([url]);
  });
  return { isFirst: true, deliverTo: (target) => inbox.open(target) };
}

/** In development the program is Electron itself, and the app its first argument. */
function lead(app: AppPart, scheme: string, [, program]: readonly string[]): void {
  if (program === undefined || !("defaultApp" in process)) app.setAsDefaultProtocolClient(scheme);
  else app.setAsDefaultProtocolClient(scheme, process.execPath, [path.resolve(program)]);
}

/** Keeps what comes until there is somebody to tell. */
class Inbox {
  #waiting: (readonly string[])[];
  #target: LaunchTarget | undefined;

  constructor(first: readonly string[]) {
    this.#waiting = [first];
  }

  take(argv: readonly string[]): void {
    if (this.#target === undefined) this.#waiting.push(argv);
    else this.#target.handleLaunch(argv);
  }

  open(target: LaunchTarget): void {
    this.#target = target;
    for (const argv of this.#waiting.splice(0)) target.handleLaunch(argv);
  }
}
