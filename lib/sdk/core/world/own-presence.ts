import type { CheckedReady } from "../../../protocol/index.js";
import type { PresenceFacts } from "../../../state/index.js";
import type { ActivityPayload, OwnStatus } from "../../../wire/index.js";

/** The presence that the player has set. */
export interface ChosenPresence {
  readonly status: OwnStatus;
  readonly activity: ActivityPayload | undefined;
}

const DEFAULT: ChosenPresence = { status: "online", activity: undefined };

/** The player's own presence, from `connect` to `disconnect`. The platform sends the presence of others only. */
export class OwnPresence {
  #chosen: ChosenPresence | undefined;
  #userId: bigint | undefined;
  #applicationId: bigint | undefined;

  /** undefined until the player has set something */
  get chosen(): ChosenPresence | undefined {
    return this.#chosen;
  }

  /** The presence that the player has set, or the default. */
  get current(): ChosenPresence {
    return this.#chosen ?? DEFAULT;
  }

  /** The presence as the world shows it; undefined before the first session. */
  get facts(): PresenceFacts | undefined {
    return this.#userId === undefined ? undefined : factsOf(this.#userId, this.current, this.#applicationId);
  }

  choose(change: Partial<ChosenPresence>): void {
    this.#chosen = { ...this.current, ...change };
  }

  /** A new session of the user began; the presence that another user had set is dropped. */
  began({ user, applicationId }: CheckedReady): PresenceFacts {
    if (user.id !== this.#userId) this.forget();
    this.#userId = user.id;
    this.#applicationId = applicationId;
    return factsOf(user.id, this.current, applicationId);
  }

  forget(): void {
    this.#chosen = undefined;
  }
}

function factsOf(
  userId: bigint,
  { status, activity }: ChosenPresence,
  applicationId: bigint | undefined,
): PresenceFacts {
  const activities = activity === undefined ? [] : [ownActivity(activity, applicationId)];
  return { userId, user: undefined, status, activities };
}

/** The platform shows users' buttons only to others. */
function ownActivity(
  { buttons: _buttons, metadata: _metadata, ...shown }: ActivityPayload,
  applicationId: bigint | undefined,
): ActivityPayload {
  if (applicationId !== undefined) shown.application_id = String(applicationId);
  return shown;
}
