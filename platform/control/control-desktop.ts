import type { Snowflake } from "sdkpp/wire";
import type { World } from "../domain/world/world.js";
import { flag, members, mistake, optional, text } from "../guard/arguments.js";
import type { NewDesktopApp } from "../options.js";
import type { DesktopApp } from "../rpc/desktop-app.js";
import type { DesktopAppAddress, RpcRoom } from "../rpc/room.js";
import type { FolderChoice } from "../rpc/socket-folder.js";
import * as inputs from "./inputs.js";

interface DesktopParts {
  readonly world: World;
  readonly rpc: RpcRoom;
}

/** Folder of {@link NewDesktopApp} that stands for the one in which games look first. */
const REAL = "real";

/** Operations on desktop apps, for control. */
export class ControlDesktop {
  readonly #parts: DesktopParts;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
  }

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

  async quit(userId: Snowflake): Promise<void> {
    inputs.id("userId", userId);
    if (!(await this.#parts.rpc.quit(userId))) throw notRunning(userId);
  }

  /** @throws {RangeError} when the user has no running app */
  app(userId: Snowflake): DesktopApp {
    const app = this.#parts.rpc.app(inputs.id("userId", userId));
    if (app === undefined) throw notRunning(userId);
    return app;
  }

  answer(userId: Snowflake, id: string, isAccepted: boolean): void {
    const app = this.app(userId);
    text("id", id);
    flag("isAccepted", isAccepted);
    if (!app.authorizations.answer(id, isAccepted))
      throw new RangeError(`id: no authorization ${id} waits for an answer`);
  }

  clickJoin(userId: Snowflake, hostId: Snowflake, applicationId: Snowflake): number {
    const app = this.app(userId);
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
