import { JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../../domain/rules/outcome.js";
import { applicationOperations } from "./application.js";
import { channelOperations } from "./channel.js";
import type { NotEmulatedGroup } from "./group.js";
import { guildMemberOperations } from "./guild-member.js";
import { guildOperations } from "./guild.js";
import { messageOperations } from "./message.js";
import { webhookOperations } from "./webhook.js";

/** Every operation of the published description that the platform does not emulate. */
export const NOT_EMULATED_GROUPS: readonly NotEmulatedGroup[] = [
  ...applicationOperations,
  ...channelOperations,
  ...messageOperations,
  ...webhookOperations,
  ...guildOperations,
  ...guildMemberOperations,
];

/** Route, such as `GET /webhooks/{webhook.id}`, → operation. */
export const NOT_EMULATED: ReadonlyMap<string, string> = new Map(
  NOT_EMULATED_GROUPS.flatMap(({ operations }) =>
    Object.entries(operations).map(([operation, route]): [string, string] => [route, operation]),
  ),
);

/** A 400, which clients report with its message; they retry a 5xx, and a 404 looks like a missing object. */
export const notEmulated = (operation: string): Fault =>
  new Fault(400, JsonErrorCode.General, `NOT_EMULATED: ${operation}`);
