import type { StatusType } from "../../../enums/index.js";
import type { Activity } from "../../values/activity.js";
import type { PresenceArea } from "./presence-area.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: the player's rich presence and status. */
export interface PresenceMembers {
  /**
   * Sets the player's rich presence. The client keeps it until `clearRichPresence`, `disconnect` or the end of the process,
   * and sends it again after a lost connection. Of more than five changes in 20 s only the newest is sent, as soon as the
   * platform accepts it.
   *
   * A client that is not connected asks the desktop app on this machine to show it, which needs only `setApplicationId`;
   * it is shown again whenever the app starts, and ends when the client becomes ready. `RPCError` when no app answers (it is
   * shown as soon as one starts) and when the app refuses.
   *
   * `ClientNotReady` while the client connects. `ValidationError`, without a request, when the activity is
   * invalid, has a type that games cannot use or more players in its party than the maximum, and when the token lacks the
   * scope `activities.write`.
   *
   * @example
   * const activity = new Activity();
   * activity.state = "In a match";
   * activity.details = "Round 2 of 3";
   * await client.updateRichPresence(activity);
   * @mirrors Client::UpdateRichPresence
   */
  updateRichPresence: Operation<[activity: Activity]>;

  /** Clears the rich presence; does nothing when none is set. @mirrors Client::ClearRichPresence */
  clearRichPresence(): void;

  /**
   * Sets the player's status. The client keeps it and sends it again, as it does the rich presence, which does not change. An
   * invisible player appears offline and without activity to others. `ClientNotReady` unless `Status.Ready`;
   * `ValidationError`, without a request, for another status, and when the token lacks the scope `activities.write`.
   * @param status `Online` (default), `Idle`, `Dnd` or `Invisible`
   * @example
   * await client.setOnlineStatus(StatusType.Dnd);
   * @mirrors Client::SetOnlineStatus
   */
  setOnlineStatus: Operation<[status: StatusType]>;
}

interface Parts {
  presence: PresenceArea;
}

export const presenceMembers: MembersOf<PresenceMembers, Parts> = {
  updateRichPresence: ({ presence }, activity) => presence.update(activity),
  clearRichPresence: ({ presence }) => presence.clear(),
  setOnlineStatus: ({ presence }, status) => presence.setStatus(status),
};
