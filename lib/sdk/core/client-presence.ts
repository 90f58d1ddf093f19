import { SendWindow, type CheckedReady } from "../../protocol/index.js";
import type { PresenceFacts, WorldEvent } from "../../state/index.js";
import {
  type ActivityPayload,
  ArgumentRangeError,
  GatewayOpcode,
  type OwnStatus,
  PRESENCE_LIMIT,
  PRESENCE_WINDOW_MS,
  Scope,
  type UpdatePresencePayload,
} from "../../wire/index.js";
import { ClientStatus } from "../client-enums.js";
import { ErrorType, StatusType } from "../enums.js";
import type { Host } from "../host-options.js";
import type { Activity } from "../values/activity.js";
import type { ClientResult } from "../values/client-result.js";
import { writeActivity } from "./activity-payload.js";
import type { ClientSession } from "./client-session.js";
import { failed, Failure, success } from "./failure.js";

export interface PresenceParts {
  host: Host;
  session: ClientSession;
  changeWorld: (event: WorldEvent) => void;
}

/** What the player wants to be seen as. */
interface Said {
  readonly status: OwnStatus;
  readonly activity: ActivityPayload | undefined;
}

const NOTHING: Said = { status: "online", activity: undefined };
const STATUSES: ReadonlyMap<StatusType, OwnStatus> = new Map([
  [StatusType.Online, "online"],
  [StatusType.Idle, "idle"],
  [StatusType.Dnd, "dnd"],
  [StatusType.Invisible, "invisible"],
]);
const WRITING: readonly string[] = [Scope.ActivitiesWrite, Scope.PresencesWrite];

/**
 * What the player says of itself. From `connect` to `disconnect` it is kept and said again whenever the client becomes
 * ready: a new session knows nothing of it, and a lost socket may have swallowed it.
 */
export class ClientPresence {
  readonly #parts: PresenceParts;
  readonly #window = new SendWindow(PRESENCE_LIMIT, PRESENCE_WINDOW_MS);
  #said: Said | undefined;
  #userId: bigint | undefined;
  #cancelWait: (() => void) | undefined;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  update(activity: Activity): ClientResult {
    const payload = writeActivity(activity, this.#parts.session.ready?.applicationName ?? "");
    this.#require("UpdateRichPresence");
    this.#say({ ...(this.#said ?? NOTHING), activity: payload });
    return success();
  }

  clear(): void {
    if (this.#said?.activity === undefined) return;
    this.#say({ ...this.#said, activity: undefined });
  }

  setStatus(type: StatusType): ClientResult {
    const status = STATUSES.get(type);
    if (status === undefined)
      throw new ArgumentRangeError("status", "Online, Idle, Dnd or Invisible", String(type));
    this.#require("SetOnlineStatus");
    this.#say({ ...(this.#said ?? NOTHING), status });
    return success();
  }

  /** A new session began. Another user's does not say what the one before wanted to say. */
  began({ user, applicationId }: CheckedReady): PresenceFacts {
    if (user.id !== this.#userId) this.forget();
    this.#userId = user.id;
    return ownPresence(user.id, this.#said ?? NOTHING, applicationId);
  }

  becameReady(): void {
    if (this.#said !== undefined) this.#send();
  }

  /** The connection has ended. */
  forget(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#said = undefined;
  }

  #require(functionName: string): void {
    const { session } = this.#parts;
    session.requireReady();
    session.requireEnabled(functionName);
    const scopes = session.ready?.scopes;
    if (scopes === undefined || WRITING.some((scope) => scopes.includes(scope))) return;
    throw new Failure(failed(ErrorType.ValidationError, `the token lacks the scope ${WRITING.join(" or ")}`));
  }

  #say(said: Said): void {
    this.#said = said;
    this.#show();
    this.#send();
  }

  /** The platform tells others only; to the player its own presence is what it said. */
  #show(): void {
    const { changeWorld, session } = this.#parts;
    if (this.#userId === undefined || this.#said === undefined) return;
    const presence = ownPresence(this.#userId, this.#said, session.ready?.applicationId);
    changeWorld({ type: "presence", presence });
  }

  /** Now, or the newest when the platform takes the next one. */
  #send(): void {
    if (this.#cancelWait !== undefined) return;
    const { clock } = this.#parts.host;
    const waitMs = this.#window.wait(clock.now());
    if (waitMs > 0) this.#cancelWait = clock.schedule(waitMs, () => this.#waited());
    else this.#sendNow(clock.now());
  }

  #waited(): void {
    this.#cancelWait = undefined;
    this.#send();
  }

  /** A socket that is not ready is caught up with when it is. */
  #sendNow(nowMs: number): void {
    const { session } = this.#parts;
    if (session.status !== ClientStatus.Ready) return;
    this.#window.count(nowMs);
    session.send(GatewayOpcode.PresenceUpdate, commandOf(this.#said ?? NOTHING));
  }
}

function commandOf({ status, activity }: Said): UpdatePresencePayload {
  return { since: 0, activities: activity === undefined ? [] : [activity], status, afk: false };
}

function ownPresence(
  userId: bigint,
  { status, activity }: Said,
  applicationId: bigint | undefined,
): PresenceFacts {
  const activities = activity === undefined ? [] : [ownActivity(activity, applicationId)];
  return { userId, user: undefined, status, activities };
}

/** Nobody sees their own buttons. */
function ownActivity(
  { buttons: _buttons, metadata: _metadata, ...shown }: ActivityPayload,
  applicationId: bigint | undefined,
): ActivityPayload {
  return applicationId === undefined ? shown : { ...shown, application_id: String(applicationId) };
}
