// Subscriptions survive the end of the platform; control rejects what no shop would do.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRequest } from "../../support/send-request.js";
import { folderPerTest } from "./support-folder.js";

const at = folderPerTest();

/** A request of the seeded bot. */
async function read(platform: Platform, path: string): Promise<Record<string, unknown>[]> {
  const { botToken } = platform.seeded;
  return (await sendRequest<Record<string, unknown>[]>(platform, `Bot ${botToken}`, "GET", path)).body;
}

describe("subscriptions", () => {
  it("are renewed, and end when they should have, after the platform was away for months", async () => {
    let platform = await startPlatform({ dataDir: at("") });
    const { shop: monetisation } = platform.control;
    const { applicationId, userIds } = platform.seeded;
    const skuId = monetisation.createSku({ applicationId, name: "Gold", kind: "userSubscription" }).id;
    const [first, second] = [userIds[0]!, platform.control.users.create({ username: "second" }).id];
    const kept = monetisation.subscribe({ skuId, userId: first });
    const ended = monetisation.subscribe({ skuId, userId: second });
    monetisation.cancel(ended.id);
    await platform.stop();
    platform = await startPlatform({ dataDir: at("") });
    try {
      const { clock } = platform.control;
      const later = ended.period.end + 100 * 24 * 3_600_000;
      await clock.set(later);
      const of = (userId: string) => read(platform, `/skus/${skuId}/subscriptions?user_id=${userId}`);
      const [renewed] = await of(first);
      expect(renewed).toMatchObject({ id: kept.id, status: 0, entitlement_ids: kept.entitlementIds });
      expect(Date.parse(String(renewed?.["current_period_start"]))).toBeLessThanOrEqual(later);
      expect(Date.parse(String(renewed?.["current_period_end"]))).toBeGreaterThan(later);
      expect(await of(second)).toMatchObject([{ id: ended.id, status: 1 }]);
      const [entitlement] = await read(
        platform,
        `/applications/${applicationId}/entitlements?user_id=${second}`,
      );
      expect(entitlement).toMatchObject({ ends_at: new Date(ended.period.end).toISOString() });
    } finally {
      await platform.stop();
    }
  });
});

describe("control.shop", () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  it.each<[string, (control: Platform["control"]["shop"]) => unknown, string]>([
    ["a SKU of nothing", (m) => m.createSku(undefined as never), "input"],
    [
      "a SKU of an unknown kind",
      (m) => m.createSku({ applicationId: "1", name: "x", kind: "gold" as never }),
      "kind",
    ],
    ["a SKU without a name", (m) => m.createSku({ applicationId: "1", name: "", kind: "durable" }), "name"],
    [
      "an unknown application",
      (m) => m.createSku({ applicationId: "1", name: "x", kind: "durable" }),
      "There is no application 1.",
    ],
    ["sale without an id", (m) => m.setAvailable("x", true), "skuId"],
    ["sale of nothing", (m) => m.setAvailable("1", true), "Unknown SKU"],
    ["sale by halves", (m) => m.setAvailable("1", 1 as never), "isAvailable"],
    ["a purchase of nothing", (m) => m.purchase({ skuId: "1", userId: "1" }), "There is no SKU 1."],
    [
      "a purchase of an unknown kind",
      (m) => m.purchase({ skuId: "1", userId: "1", kind: "gold" as never }),
      "kind",
    ],
    ["a gift of nobody", (m) => m.gift({ skuId: "1", userId: "1", fromUserId: 7 as never }), "fromUserId"],
    ["a refund of nothing", (m) => m.refund("1"), "nothing to refund"],
    ["a subscription to nothing", (m) => m.subscribe({ skuId: "1", userId: "1" }), "There is no SKU 1."],
    ["a server without an id", (m) => m.subscribe({ skuId: "1", userId: "1", guildId: "x" }), "guildId"],
    ...(["cancel", "resume", "failPayments"] as const).flatMap(
      (name): [string, (control: Platform["control"]["shop"]) => unknown, string][] => [
        [`${name} without an id`, (m) => m[name](7 as never), "subscriptionId"],
        [`${name} of nothing`, (m) => m[name]("1"), "There is no subscription 1."],
      ],
    ),
    ["an upgrade of nothing", (m) => m.upgrade("1", "1"), "There is no subscription 1."],
    ["a downgrade to no id", (m) => m.downgrade("1", "x"), "skuId"],
    ["settled by halves", (m) => m.settlePayments("1", 1 as never), "isPaid"],
  ])("rejects %s", (_claim, act, words) => {
    expect(() => act(platform.control.shop)).toThrow(words);
  });
});
