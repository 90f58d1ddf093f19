import type { Snowflake } from "sdkpp/wire";
import type { World } from "../../domain/world/world.js";
import { flag, members, mistake, optional, text } from "../../guard/arguments.js";
import type { NewDesktopApp } from "../../options.js";
import type { DesktopAuthorization } from "../../rpc/authorizations.js";
import type { DesktopAction, DesktopApp } from "../../rpc/desktop-app.js";
import type { DesktopAppAddress, RpcRoom } from "../../rpc/room.js";
import type { FolderChoice } from "../../rpc/socket-folder.js";
import * as inputs from "../inputs.js";

export interface ControlDesktopParts {
  readonly world: World;
  readonly rpc: RpcRoom;
}

/** Folder of {@link NewDesktopApp} that stands for the one in which games look first. */
const REAL = "real";

/** Desktop apps of users, which games reach over RPC. */
export class ControlDesktop {
  readonly #parts: ControlDesktopParts;

  /** @internal */
  constructor(parts: ControlDesktopParts) {
    this.#parts = parts;
  }

  /**
   * Starts the desktop app of a user, which games reach over RPC on a local socket: the lowest of the ten that no program
   * answers on. A socket file of a program that has ended is removed.
   * @returns where it listens
   * @throws {RangeError} when the user does not exist, is a bot, or has a running app
   * @throws {StartError} RPC_SOCKET_UNUSABLE when the folder belongs to another user, is a link or open to others, or has no
   *   free socket
   */
  async start(input: NewDesktopApp): Promise<DesktopAppAddress> {
    const given = members("input", input);
    const userId = inputs.id("input.userId", given["userId"]);
    const path = optional("input.folder", given["folder"], (name, value) => text(name, value, 1));
    const approvesAll = optional("input.approvesAll", given["approvesAll"], flag) ?? false;
    const user = this.#parts.world.users.get(userId);
    if (user === undefined || user.bot)
      throw mistake(true, "input.userId", "the id of a user who is not a bot", userId);
    if (this.#parts.rpc.isRunning(userId))
      throw mistake(true, "input.userId", "a user whose desktop app is not running", userId);
    return this.#parts.rpc.start({ userId, folder: folderOf(path), approvesAll });
  }

  /**
   * Quits the desktop app of a user: its games lose their connections, and what they showed ends.
   * @throws {RangeError} when the user has no running app
   */
  async quit(userId: Snowflake): Promise<void> {
    inputs.id("userId", userId);
    if (!(await this.#parts.rpc.quit(userId))) throw notRunning(userId);
  }

  /**
   * Requests of games (AUTHORIZE) that wait for the user of a desktop app, oldest first.
   * @throws {RangeError} when the user has no running app
   */
  authorizations(userId: Snowflake): DesktopAuthorization[] {
    return this.#app(userId).authorizations.list();
  }

  /**
   * Lets the user of a desktop app ask to link the account of a game, which hears AUTHORIZE_REQUEST.
   * @returns how many games heard it: those of the application that have subscribed to it
   * @throws {RangeError} when the user has no running app
   */
  clickLinkAccount(userId: Snowflake, applicationId: Snowflake): number {
    inputs.id("applicationId", applicationId);
    return this.#app(userId).linkAccount(applicationId);
  }

  /**
   * Requests of games to a user's desktop app (OPEN_MESSAGE, DEEP_LINK, SHARE_LINK), oldest first; the newest 100.
   * @throws {RangeError} when the user has no running app
   */
  actions(userId: Snowflake): DesktopAction[] {
    return this.#app(userId).actions();
  }

  /** @throws {RangeError} when the user has no running app */
  #app(userId: Snowflake): DesktopApp {
    const app = this.#parts.rpc.app(inputs.id("userId", userId));
    if (app === undefined) throw notRunning(userId);
    return app;
  }

  /**
   * Lets the user of a desktop app agree to a request of {@link authorizations}, or refuse it.
   * @throws {RangeError} when the user has no running app, or nothing with this id waits
   */
  answer(userId: Snowflake, id: string, isAccepted: boolean): void {
    const app = this.#app(userId);
    text("id", id);
    flag("isAccepted", isAccepted);
    if (!app.authorizations.answer(id, isAccepted))
      throw new RangeError(`id: no authorization ${id} waits for an answer`);
  }

  /**
   * Lets the user of a desktop app click Join at what another user plays: the user's games of that application hear
   * ACTIVITY_JOIN with the secret of the party. When none listens, the app would launch the game: one that begins to listen
   * within a minute of the platform's clock hears it then.
   * @returns how many games heard it at once
   * @throws {RangeError} when the user has no running app, or the other user shows no party in the game that can be joined
   */
  clickJoin(userId: Snowflake, hostId: Snowflake, applicationId: Snowflake): number {
    const app = this.#app(userId);
    inputs.id("hostId", hostId);
    inputs.id("applicationId", applicationId);
    const secret = this.#parts.world.presences
      .visibleOf(hostId)
      .filter((session) => session.applicationId === applicationId)
      .flatMap(({ activities }) => activities)
      .find(({ fields }) => fields.secrets?.join !== undefined)?.fields.secrets?.join;
    if (secret === undefined)
      throw new RangeError(
        `hostId: user ${hostId} shows no party in game ${applicationId} that can be joined`,
      );
    return app.join(applicationId, secret);
  }
}

function folderOf(path: string | undefined): FolderChoice {
  if (path === undefined) return { kind: "own" };
  return path === REAL ? { kind: "real" } : { kind: "named", path };
}

function notRunning(userId: Snowflake): RangeError {
  return new RangeError(`The desktop app of user ${userId} is not running.`);
}
