import type { Entitlement } from "../../records/monetisation/entitlement.js";
import type { EventWebhookType } from "../../records/oauth2/event-webhooks.js";
import { queueEvent } from "../../rules/event-webhook/deliveries.js";
import type { Fact } from "../../facts/facts.js";
import { entitlementView } from "../../views/monetisation/entitlement.js";
import type { World } from "../../world/world.js";

type React = (world: World, fact: { readonly entitlement: Entitlement }) => Fact[];

export const entitlementCreateWebhook = webhookOf("ENTITLEMENT_CREATE");
export const entitlementUpdateWebhook = webhookOf("ENTITLEMENT_UPDATE");
export const entitlementDeleteWebhook = webhookOf("ENTITLEMENT_DELETE");

function webhookOf(type: EventWebhookType): React {
  return (world, { entitlement }) =>
    queueEvent(world, entitlement.applicationId, { type, data: entitlementView(entitlement) });
}
