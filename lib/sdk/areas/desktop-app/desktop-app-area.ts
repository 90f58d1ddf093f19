import { parseJoinSecret } from "../../../protocol/index.js";
import type { WorldView } from "../../../state/index.js";
import { RpcCommand, RpcEvent, type RpcDeepLinkArgs } from "../../../wire/index.js";
import { booleanArgument, idArgument, integerArgument, type IdLike } from "../../argument.js";
import { ClientStatus, LoggingSeverity } from "../../../enums/index.js";
import { addressesFor } from "../../core/api/addresses.js";
import type { Application } from "../../core/world/application.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { Desktop } from "../../core/desktop/desktop.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { Handles } from "../../core/world/handles.js";
import { openPage } from "../../core/desktop/open-page.js";
import {
  resultAnd,
  resultOnly,
  valueOnly,
  Task,
  type TaskOf,
  type Shape,
} from "../../core/operations/task.js";
import type { UserHandle } from "../../handles/user-handle.js";
import type { Host } from "../../host-options.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import type { ClientResult } from "../../values/client-result.js";

/** The settings page in which users review and revoke the games that they have authorized. */
const CONNECTED_GAMES_PATH = "/settings/connected-games";
/** The same page of the desktop app. */
const CONNECTED_GAMES_LINK: RpcDeepLinkArgs = {
  type: "USER_SETTINGS",
  params: { section: "connected-games" },
};
/** Largest process id, a 32-bit integer as in C++. */
const PID_MAX = 2 ** 31 - 1;

const installedShape = valueOnly(() => false);

export interface ConnectedUser {
  result: ClientResult;
  user: UserHandle | undefined;
}

const connectedUserShape: Shape<ConnectedUser, [ClientResult, UserHandle | undefined]> = resultAnd(
  "user",
  (): UserHandle | undefined => undefined,
);

export interface DesktopAppParts {
  host: Pick<Host, "openUrl">;
  options: ClientCreateOptions;
  world: WorldView;
  session: { readonly status: ClientStatus };
  logs: Pick<ClientLogs, "write">;
  application: Application;
  desktop: Desktop;
  events: EventHub<ClientEvents>;
  handles: Pick<Handles, "userOf">;
}

/** The platform's own app on the same machine. */
export class DesktopAppArea implements Feature {
  readonly #parts: DesktopAppParts;

  constructor(parts: DesktopAppParts) {
    this.#parts = parts;
    this.#follow(RpcEvent.ActivityJoin, ["activityJoin", "activityJoinWithApplication"]);
    this.#follow(RpcEvent.AuthorizeRequest, ["authorizeRequest"]);
    parts.desktop.signals.on("event", (event, data) => this.#heard(event, data));
  }

  /** Only mobile systems can find out; a desktop always gives false. */
  isInstalled(): TaskOf<typeof installedShape> {
    return new Task(installedShape, () => Promise.resolve(false));
  }

  openConnectedGames(): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, () => this.#openConnectedGames());
  }

  connectedUser(applicationId: IdLike): TaskOf<typeof connectedUserShape> {
    const { desktop, handles } = this.#parts;
    return new Task(connectedUserShape, async () => {
      const user = await desktop.userOf(idArgument("applicationId", applicationId));
      return { result: success(), user: user && handles.userOf(user) };
    });
  }

  setPid(pid: number): void {
    this.#parts.desktop.setPid(integerArgument("pid", pid, 1, PID_MAX));
  }

  /** No command of RPC tells the desktop app. */
  setShowingChat(isShowing: boolean): void {
    booleanArgument("showingChat", isShowing);
    const words = "setShowingChat has no effect: the desktop app has no command for it";
    this.#parts.logs.write("general", LoggingSeverity.Warning, words);
  }

  /** Subscribes while the game listens. */
  #follow(evt: RpcEvent, events: readonly (keyof ClientEvents)[]): void {
    const { desktop } = this.#parts;
    this.#parts.events.onInterest(events, (isWanted) =>
      isWanted ? desktop.subscribe(evt) : desktop.unsubscribe(evt),
    );
  }

  #heard(event: string, data: unknown): void {
    const { events, application } = this.#parts;
    if (event === RpcEvent.AuthorizeRequest) events.emit("authorizeRequest");
    const secret = event === RpcEvent.ActivityJoin ? parseJoinSecret(data) : undefined;
    if (secret === undefined) return;
    events.emit("activityJoin", secret);
    events.emit("activityJoinWithApplication", application.id, secret);
  }

  async #openConnectedGames(): Promise<ClientResult> {
    const { host, options, world, session, desktop } = this.#parts;
    const { currentId } = world.users;
    const user = currentId === undefined ? undefined : world.users.get(currentId);
    // Provisional users have no such settings.
    if (session.status !== ClientStatus.Ready || user === undefined || user.isProvisional) return success();
    if (await desktop.ask(user.id, { cmd: RpcCommand.DeepLink, args: CONNECTED_GAMES_LINK }))
      return success();
    await openPage(host, "the settings page", addressesFor(options).webBase + CONNECTED_GAMES_PATH);
    return success();
  }
}
