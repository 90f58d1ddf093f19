import { BLOCKS_MAX, FRIENDS_MAX, JsonErrorCode } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

/** The faults of the relationship routes (H§7). */
export const requestToSelf = (): Fault =>
  new Fault(400, JsonErrorCode.FriendRequestToSelf, "Cannot do this to yourself");

/** Whichever of the two has blocked the other. */
export const requestBlocked = (): Fault =>
  new Fault(403, JsonErrorCode.FriendRequestBlocked, "Friend request blocked");

export const requestsNotAccepted = (): Fault =>
  new Fault(403, JsonErrorCode.FriendRequestsRefused, "Incoming friend requests disabled");

export const unverified = (): Fault =>
  new Fault(403, JsonErrorCode.VerificationNeeded, "You need to verify your account to perform this action");

export const alreadyFriends = (): Fault =>
  new Fault(400, JsonErrorCode.AlreadyFriends, "You are already friends with that user");

export const unknownUsername = (): Fault =>
  new Fault(400, JsonErrorCode.UnknownUsername, "No user with this username exists");

export const friendLimitReached = (): Fault =>
  new Fault(400, JsonErrorCode.FriendLimitReached, `Maximum number of friends reached (${FRIENDS_MAX})`);

/** No published code names this one. */
export const tooManyBlocks = (): Fault =>
  invalidField("type", "BASE_TYPE_MAX_LENGTH", `Must have ${BLOCKS_MAX} or fewer blocked users.`);
