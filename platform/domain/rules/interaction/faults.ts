import { JsonErrorCode, USER_INSTALL_FOLLOW_UPS_MAX } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

export const unknownInteraction = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownInteraction, "Unknown interaction");

export const alreadyAcknowledged = (): Fault =>
  new Fault(400, JsonErrorCode.InteractionAcknowledged, "Interaction has already been acknowledged.");

export const tooManyFollowUps = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.FollowUpLimitReached,
    `Maximum number of follow-up messages for this interaction reached (${String(USER_INSTALL_FOLLOW_UPS_MAX)})`,
  );

/** A response that this kind of interaction cannot have. */
export const wrongCallback = (why: string): Fault =>
  invalidField("type", "INTERACTION_CALLBACK_TYPE_INVALID", why);

/** A response gets its poll when it is created, or when it takes the place of a deferred one. */
export const latePoll = (): Fault =>
  invalidField("poll", "POLL_NOT_IN_EDIT", "Only a new or a deferred response can have a poll.");
