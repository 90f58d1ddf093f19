import { JsonErrorCode } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

/** Only text channels of guilds can be linked. */
export const notLinkableType = (): Fault =>
  new Fault(400, JsonErrorCode.CannotExecuteOnChannelType, "Cannot execute action on this channel type");

/** The lobby has no channel into which one could be invited. */
export const noLinkedChannel = (): Fault => new Fault(400, JsonErrorCode.UnknownChannel, "Unknown Channel");

/** About `channel_id` of a request to link. */
export function refusedChannel(why: string): Fault {
  return invalidField("channel_id", "CHANNEL_NOT_LINKABLE", why);
}
