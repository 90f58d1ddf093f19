import { canonicalAddress } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import {
  EventWebhookStatus,
  NO_EVENT_WEBHOOKS,
  type EventWebhooks,
  type EventWebhookType,
} from "../../records/oauth2/event-webhooks.js";
import { invalidField } from "../faults.js";
import type { Fault } from "../outcome.js";
import type { ApplicationInput } from "./application-input.js";

const { Disabled, Enabled } = EventWebhookStatus;

/** Changes the address at which an application receives events over HTTP, which must have been checked before. */
export function changedEventWebhooks(
  { eventWebhooks: before = NO_EVENT_WEBHOOKS }: Application,
  input: ApplicationInput,
): Partial<Application> | Fault {
  const { event_webhooks_url: url, event_webhooks_status: status, event_webhooks_types: types } = input;
  if (url === undefined && status == null && types == null) return {};
  const address = url === undefined ? before.url : url === null ? undefined : canonicalAddress(url);
  if (status === Enabled && address === undefined)
    return invalidField("event_webhooks_status", "BASE_TYPE_REQUIRED", "event_webhooks_url is required.");
  const after: EventWebhooks = {
    ...before,
    url: address,
    types: types == null ? before.types : ([...new Set(types)] as EventWebhookType[]),
    ...(status == null ? {} : { status: status as EventWebhookStatus, disabledReason: undefined }),
    ...(address === undefined ? { status: Disabled, disabledReason: undefined } : {}),
  };
  return { eventWebhooks: after };
}
