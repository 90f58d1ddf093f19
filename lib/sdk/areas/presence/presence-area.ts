import { SendWindow } from "../../../protocol/index.js";
import {
  GatewayOpcode,
  type OwnStatus,
  PRESENCE_LIMIT,
  PRESENCE_WINDOW_MS,
  Scope,
  type UpdatePresencePayload,
} from "../../../wire/index.js";
import { enumArgument } from "../../argument.js";
import { ClientStatus, ErrorType, StatusType } from "../../../enums/index.js";
import type { Desktop } from "../../core/desktop/desktop.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import { resultOnly, Task, type TaskOf, type OperationCall } from "../../core/operations/task.js";
import type { ChosenPresence, OwnPresence } from "../../core/world/own-presence.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import type { ClientSession } from "../../core/session/session.js";
import type { Host } from "../../host-options.js";
import { writeActivity } from "../../values/activity-payload.js";
import type { Activity } from "../../values/activity.js";
import type { ClientResult } from "../../values/client-result.js";
import { desktopActivity } from "./desktop-activity.js";

const { Online, Idle, Dnd, Invisible } = StatusType;
/** The statuses that a player can choose. */
const CHOICES = { Online, Idle, Dnd, Invisible };
const STATUSES: Readonly<Record<(typeof CHOICES)[keyof typeof CHOICES], OwnStatus>> = {
  [Online]: "online",
  [Idle]: "idle",
  [Dnd]: "dnd",
  [Invisible]: "invisible",
};
const WRITE_SCOPES: readonly string[] = [Scope.ActivitiesWrite, Scope.PresencesWrite];

export interface PresenceParts {
  playerApi: Pick<PlayerApi, "require">;
  host: Pick<Host, "clock">;
  session: Pick<ClientSession, "facts" | "status" | "send">;
  world: Pick<LiveWorld, "apply">;
  ownPresence: OwnPresence;
  desktop: Pick<Desktop, "show" | "hide">;
}

/** Statuses without a session, existing or about to be: then the desktop app shows the presence. */
const WITHOUT_SESSION: readonly ClientStatus[] = [ClientStatus.Disconnected, ClientStatus.Disconnecting];

/**
 * The player's own status and rich presence. They are sent again whenever the client becomes ready: a new session does not
 * know them, and a lost socket may have swallowed the last change. Without a session the desktop app shows the rich presence,
 * until a session begins.
 */
export class PresenceArea implements Feature {
  readonly #parts: PresenceParts;
  readonly #window = new SendWindow(PRESENCE_LIMIT, PRESENCE_WINDOW_MS);
  #cancelWait: (() => void) | undefined;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  update(activity: Activity): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, (call) => this.#update(activity, call));
  }

  clear(): void {
    this.#parts.desktop.hide();
    if (this.#parts.ownPresence.chosen?.activity !== undefined) this.#choose({ activity: undefined });
  }

  setStatus(status: StatusType): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async (call) => this.#setStatus(status, call));
  }

  ready(): void {
    this.#parts.desktop.hide();
    if (this.#parts.ownPresence.chosen !== undefined) this.#send();
  }

  ended(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#parts.ownPresence.forget();
  }

  destroyed(): void {
    this.ended();
  }

  async #update(activity: Activity, { functionName }: OperationCall): Promise<ClientResult> {
    const { session, desktop } = this.#parts;
    const payload = writeActivity(activity, session.facts?.applicationName ?? "");
    if (WITHOUT_SESSION.includes(session.status)) {
      await desktop.show(desktopActivity(payload));
      return success();
    }
    this.#require(functionName);
    this.#choose({ activity: payload });
    return success();
  }

  #setStatus(type: StatusType, { functionName }: OperationCall): ClientResult {
    const chosen = enumArgument<StatusType>("status", CHOICES, type) as keyof typeof STATUSES;
    this.#require(functionName);
    this.#choose({ status: STATUSES[chosen] });
    return success();
  }

  #require(functionName: string): void {
    const { playerApi, session } = this.#parts;
    playerApi.require(functionName);
    const scopes = session.facts?.scopes;
    if (scopes === undefined || WRITE_SCOPES.some((scope) => scopes.includes(scope))) return;
    const message = `the token lacks the scope ${WRITE_SCOPES.join(" or ")}`;
    throw new Failure(failed(ErrorType.ValidationError, message));
  }

  #choose(change: Partial<ChosenPresence>): void {
    const { ownPresence, world } = this.#parts;
    ownPresence.choose(change);
    const presence = ownPresence.facts;
    if (presence !== undefined) world.apply({ type: "presence", presence });
    this.#send();
  }

  /** Sends now, or sends the newest presence as soon as the platform's rate limit allows. */
  #send(): void {
    if (this.#cancelWait !== undefined) return;
    const { clock } = this.#parts.host;
    const waitMs = this.#window.wait(clock.now());
    if (waitMs > 0) this.#cancelWait = clock.schedule(waitMs, () => this.#waited());
    else this.#sendNow(clock.now());
  }

  #waited(): void {
    this.#cancelWait = undefined;
    // Another user's session may have begun meanwhile.
    if (this.#parts.ownPresence.chosen !== undefined) this.#send();
  }

  /** A socket that is not ready gets the presence when it becomes ready. */
  #sendNow(nowMs: number): void {
    const { session, ownPresence } = this.#parts;
    if (session.status !== ClientStatus.Ready) return;
    this.#window.count(nowMs);
    session.send(GatewayOpcode.PresenceUpdate, commandOf(ownPresence.current));
  }
}

function commandOf({ status, activity }: ChosenPresence): UpdatePresencePayload {
  return { since: 0, activities: activity === undefined ? [] : [activity], status, afk: false };
}
