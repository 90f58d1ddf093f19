import { type LaunchTarget, registerLaunch, unregisterLaunch } from "../../../net/index.js";
import { launchScheme, readLaunch, reasonOf, showType } from "../../../protocol/index.js";
import { ArgumentError, SCHEME_REDIRECT_PATH } from "../../../wire/index.js";
import { idArgument, integerArgument, textArgument, type IdLike } from "../../argument.js";
import type { Application } from "../../core/world/application.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { Feature } from "../../core/events/feature.js";
import { LoggingSeverity } from "../../../enums/index.js";

/** Largest id of a Steam application, an unsigned 32-bit integer as in C++. */
const STEAM_APP_MAX = 2 ** 32 - 1;

/** The reason why the operating system opened the game. */
export type HandledLaunch = "join" | "redirect" | "launch";

export interface LaunchingParts {
  application: Application;
  events: EventHub<ClientEvents>;
  logs: Pick<ClientLogs, "write">;
  /** the authorization that may wait for an address */
  authorization: { handleRedirect(url: string): boolean };
}

/** How the desktop app, and any page, starts the game. */
export class LaunchingArea implements Feature {
  readonly #parts: LaunchingParts;

  constructor(parts: LaunchingParts) {
    this.#parts = parts;
  }

  registerCommand(applicationId: IdLike, command: string): boolean {
    const id = idArgument("applicationId", applicationId);
    const text = textArgument("command", command);
    return this.#register(id, text === "" ? { kind: "own" } : { kind: "command", text });
  }

  registerSteam(applicationId: IdLike, steamAppId: number): boolean {
    const id = idArgument("applicationId", applicationId);
    return this.#register(id, {
      kind: "steam",
      appId: integerArgument("steamAppId", steamAppId, 1, STEAM_APP_MAX),
    });
  }

  unregister(applicationId: IdLike): boolean {
    const id = idArgument("applicationId", applicationId);
    return this.#tried(() => unregisterLaunch(id, launchScheme(id)));
  }

  handle(argv: readonly string[]): HandledLaunch | undefined {
    if (!Array.isArray(argv)) throw new ArgumentError("argv", "an array of strings", showType(argv));
    for (const argument of argv) {
      const handled = this.#handleOne(textArgument("argv: an element", argument as string));
      if (handled !== undefined) return handled;
    }
    return undefined;
  }

  #handleOne(argument: string): HandledLaunch | undefined {
    const { application, events, authorization } = this.#parts;
    if (argument.includes(SCHEME_REDIRECT_PATH) && authorization.handleRedirect(argument)) return "redirect";
    const launch = readLaunch(argument, launchScheme(application.id));
    if (launch?.kind !== "join") return launch?.kind;
    events.emit("activityJoin", launch.secret);
    events.emit("activityJoinWithApplication", application.id, launch.secret);
    return "join";
  }

  #register(id: bigint, target: LaunchTarget): boolean {
    return this.#tried(() => registerLaunch(id, launchScheme(id), target));
  }

  #tried(what: () => void): boolean {
    try {
      what();
      return true;
    } catch (error) {
      const message = `could not change how the game is launched: ${reasonOf(error)}`;
      this.#parts.logs.write("general", LoggingSeverity.Error, message);
      return false;
    }
  }
}
