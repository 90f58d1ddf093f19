// A player subscribes, cancels, and has what was paid for until the end of the period.
import { startPlatform } from "@sdkpp/platform";

const { endpoints, seeded, control, stop } = await startPlatform();
const { applicationId, userIds, botToken } = seeded;
const [userId] = userIds;

/** The entitlements that the game's server reads. */
async function entitlements() {
  const url = `${endpoints.apiBase}/v10/applications/${applicationId}/entitlements?user_id=${userId}&exclude_ended=true`;
  return (await fetch(url, { headers: { authorization: `Bot ${botToken}` } })).json();
}

const { shop, clock } = control;
const gold = shop.createSku({ applicationId, name: "Gold", kind: "userSubscription" });
const { id, period } = shop.subscribe({ skuId: gold.id, userId });
shop.cancel(id);
console.log(`after the cancellation: ${(await entitlements()).length} entitlement`);
await clock.set(period.end); // ENTITLEMENT_UPDATE with ends_at, SUBSCRIPTION_UPDATE with status 1
console.log(`after the period: ${(await entitlements()).length} entitlements`);

await stop();
