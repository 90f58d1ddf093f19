import { resultOnly, type OperationOptions } from "../core/operation.js";
import type { StatusType } from "../enums.js";
import type { Activity } from "../values/activity.js";
import type { ClientResult } from "../values/client-result.js";
import { ClientWithUsers } from "./users.js";

type ResultCallback = (result: ClientResult) => void;

/** What others see of the player. */
export abstract class ClientWithPresence extends ClientWithUsers {
  /**
   * Shows what the player does, in place of what was shown before. It is kept, and said again after a lost connection,
   * until `clearRichPresence`, `disconnect` or the end of the program. More than five changes in 20 s are put together:
   * the newest is sent as soon as the platform takes it. `ClientNotReady` unless `Status.Ready`; `ValidationError`, and
   * nothing sent, for an activity that is not valid, of a type that games do not have, or with more players in the party
   * than it takes, and for a token without the scope `activities.write`.
   * @mirrors Client::UpdateRichPresence
   */
  updateRichPresence(activity: Activity, cb: ResultCallback): void;
  updateRichPresence(activity: Activity, options?: OperationOptions): Promise<ClientResult>;
  updateRichPresence(
    activity: Activity,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { presence, operations } = this.core;
    return operations.start(resultOnly, async () => presence.update(activity), last);
  }

  /** Shows nothing any more; without effect where nothing is shown. @mirrors Client::ClearRichPresence */
  clearRichPresence(): void {
    this.core.presence.clear();
  }

  /**
   * Kept and said again like rich presence, which it does not change. An invisible player looks offline to others and
   * shows no activity. `ClientNotReady` unless `Status.Ready`; `ValidationError`, and nothing sent, for another status,
   * and for a token without the scope `activities.write`.
   * @param status `Online`, `Idle`, `Dnd` or `Invisible`; `Online` until set
   * @mirrors Client::SetOnlineStatus
   */
  setOnlineStatus(status: StatusType, callback: ResultCallback): void;
  setOnlineStatus(status: StatusType, options?: OperationOptions): Promise<ClientResult>;
  setOnlineStatus(
    status: StatusType,
    last?: ResultCallback | OperationOptions,
  ): Promise<ClientResult> | void {
    const { presence, operations } = this.core;
    return operations.start(resultOnly, async () => presence.setStatus(status), last);
  }
}
