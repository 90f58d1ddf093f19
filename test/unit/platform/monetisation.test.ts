// SKUs, entitlements, and the life of subscriptions by the clock.
import { EntitlementType, SkuFlag, SkuType, SubscriptionStatus } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { monthsAfter, periodAt } from "../../../platform/domain/records/monetisation/period.js";
import { slugOf } from "../../../platform/domain/records/monetisation/sku.js";
import type { Fact } from "../../../platform/domain/facts/facts.js";
import { purchase } from "../../../platform/domain/rules/monetisation/purchases.js";
import { createSku, setAvailable } from "../../../platform/domain/rules/monetisation/skus.js";
import * as subscribing from "../../../platform/domain/rules/monetisation/subscribing.js";
import { sweepSubscriptions } from "../../../platform/domain/rules/monetisation/sweep.js";
import { Fault, type Result } from "../../../platform/domain/rules/outcome.js";
import {
  activeEntitlements,
  ENTITLEMENTS_MAX,
} from "../../../platform/domain/world/monetisation/entitlements.js";
import { cast, reply, START } from "./support-world.js";

const DAY = 24 * 3_600_000;
const { Active, Inactive } = SubscriptionStatus;
const USER = SkuFlag.Available | SkuFlag.UserSubscription;
const time = (text: string): number => Date.parse(`${text}T00:00:00Z`);

/** A shop with two tiers of a subscription, a durable and a consumable. @param from when it opens, Unix milliseconds */
function shop(from = START) {
  const who = cast();
  const { world, applicationId, ada } = who;
  world.clock.advance(from - START);
  const offer = (name: string, type: number, flags: number) => {
    const sku = createSku(world, { applicationId, name, type, flags });
    if (sku instanceof Fault) throw new Error(sku.message);
    return sku.id;
  };
  const silver = offer("Silver", SkuType.Subscription, USER);
  const gold = offer("Gold", SkuType.Subscription, USER);
  const durable = offer("Hat", SkuType.Durable, SkuFlag.Available);
  const consumable = offer("Potion", SkuType.Consumable, SkuFlag.Available);
  const userId = ada.user.id;
  let facts: readonly Fact[] = [];
  const take = <T>(result: Result<T>): T => {
    facts = result instanceof Fault ? [] : result.facts;
    return reply(result);
  };
  const { id } = take(subscribing.subscribe(world, { skuId: silver, userId, guildId: null }));
  const one = () => world.subscriptions.get(id)!;
  const entitlement = () => world.entitlements.get(one().entitlementIds[0]!)!;
  const sweep = () => (facts = sweepSubscriptions(world));
  const to = (unixMs: number) => {
    world.clock.advance(unixMs - world.clock.now());
    sweep();
  };
  /** Events that the application receives, in short. */
  const heard = () =>
    facts.map((fact) => {
      if ("subscription" in fact && fact.kind.startsWith("subscription"))
        return `${fact.kind} ${String((fact as { subscription: { status: number } }).subscription.status)}`;
      if (!("entitlement" in fact)) return fact.kind;
      const { type, endsAt } = fact.entitlement;
      return `${fact.kind} ${String(type)} ${endsAt === null ? "endless" : new Date(endsAt).toISOString().slice(0, 10)}`;
    });
  const act = {
    cancel: () => take(subscribing.cancel(world, id)),
    resume: () => take(subscribing.resume(world, id)),
    upgrade: () => take(subscribing.upgrade(world, id, gold)),
    downgrade: () => take(subscribing.downgrade(world, id, gold)),
    refund: () => take(subscribing.refund(world, one().entitlementIds[0]!)),
    fail: () => take(subscribing.failPayments(world, id)),
    settle: (isPaid: boolean) => take(subscribing.settlePayments(world, id, isPaid)),
    buy: (skuId: string, type: number = EntitlementType.Purchase) =>
      take(purchase(world, { skuId, userId, type, gifterId: null })),
  };
  return {
    ...who,
    ...act,
    silver,
    gold,
    durable,
    consumable,
    id,
    one,
    entitlement,
    to,
    heard,
    offer,
    userId,
  };
}

type Shop = ReturnType<typeof shop>;

interface Life {
  readonly claim: string;
  readonly from?: string;
  /** Steps; the application receives the events of the last one. */
  readonly steps: readonly ((shop: Shop) => unknown)[];
  readonly hears: readonly string[];
  readonly status: number;
}

const until = (day: string) => (s: Shop) => s.to(time(day));

/** The table of the life of subscriptions; the shop opens on 2026-01-01. */
const LIVES: readonly Life[] = [
  { claim: "a day before the period ends", steps: [until("2026-01-31")], hears: [], status: Active },
  {
    claim: "a jump over years: one renewal",
    steps: [until("2030-07-15")],
    hears: ["subscriptionUpdated 0"],
    status: Active,
  },
  {
    claim: "the end of that period, seen years later",
    steps: [(s) => s.cancel(), until("2030-07-15")],
    hears: ["entitlementUpdated 1 2026-02-01", "subscriptionUpdated 1"],
    status: Inactive,
  },
  {
    claim: "nothing after the end",
    steps: [(s) => s.cancel(), until("2026-02-01"), until("2026-03-01")],
    hears: [],
    status: Inactive,
  },
  {
    claim: "a payment that fails: active outside its period",
    steps: [(s) => s.fail(), until("2026-02-05")],
    hears: [],
    status: Active,
  },
  {
    claim: "a payment that works in the end",
    steps: [(s) => s.fail(), until("2026-02-05"), (s) => s.settle(true), until("2026-02-06")],
    hears: ["subscriptionUpdated 0"],
    status: Active,
  },
  {
    claim: "a payment that is given up",
    steps: [(s) => s.fail(), until("2026-02-05"), (s) => s.settle(false)],
    hears: ["entitlementUpdated 1 2026-02-05", "subscriptionUpdated 1"],
    status: Inactive,
  },
  {
    claim: "a cancellation while payments fail: it ends with its period",
    steps: [(s) => s.fail(), (s) => s.cancel(), until("2026-02-01")],
    hears: ["entitlementUpdated 1 2026-02-01", "subscriptionUpdated 1"],
    status: Inactive,
  },
  {
    claim: "a renewal after an upgrade while payments failed",
    steps: [(s) => s.fail(), (s) => s.upgrade(), until("2026-02-01")],
    hears: ["subscriptionUpdated 0"],
    status: Active,
  },
  {
    claim: "the end of the period of a SKU that is no longer sold",
    steps: [(s) => setAvailable(s.world, s.silver, false), until("2026-02-01")],
    hears: ["entitlementUpdated 1 2026-02-01", "subscriptionUpdated 1"],
    status: Inactive,
  },
  {
    claim: "a jump over the migration",
    from: "2024-08-15",
    steps: [until("2025-06-01")],
    hears: ["entitlementCreated 1 endless", "subscriptionUpdated 0"],
    status: Active,
  },
  {
    claim: "a purchase in the month of the migration",
    from: "2024-10-15",
    steps: [],
    hears: ["subscriptionCreated 1", "entitlementCreated 1 endless", "subscriptionUpdated 0"],
    status: Active,
  },
];

describe("a subscription", () => {
  it.each(LIVES)("$claim", ({ from = "2026-01-01", steps, hears, status }) => {
    const s = shop(time(from));
    for (const step of steps) step(s);
    expect(s.heard()).toEqual(hears);
    expect(s.one().status).toBe(status);
    const isEntitled = activeEntitlements(s.world, s.applicationId, s.userId, null).length === 1;
    expect(isEntitled).toBe(status !== Inactive);
  });

  it("is renewed on the day of its first payment, or on the last one of a shorter month", () => {
    const s = shop(time("2026-01-31"));
    const periods = ["2026-02-28", "2026-03-31", "2026-04-30", "2027-01-31"].map((day) => {
      s.to(time(day));
      return new Date(s.one().period.end).toISOString().slice(0, 10);
    });
    expect(periods).toEqual(["2026-03-31", "2026-04-30", "2026-05-31", "2027-02-28"]);
  });

  it("keeps its entitlement when it is renewed, and has another after an upgrade, from that day on", () => {
    const s = shop();
    const first = s.entitlement().id;
    s.to(time("2026-02-10"));
    expect(s.entitlement().id).toBe(first);
    s.upgrade();
    expect(s.entitlement()).toMatchObject({ skuId: s.gold, startsAt: time("2026-02-10") });
    expect(s.one()).toMatchObject({ skuIds: [s.gold], period: { end: time("2026-03-10") } });
  });

  it("that was downgraded and left alone for long is in its present period", () => {
    const s = shop();
    s.downgrade();
    expect(s.one().renewalSkuIds).toEqual([s.gold]);
    s.to(time("2026-08-20"));
    expect(s.entitlement()).toMatchObject({ startsAt: time("2026-02-01"), endsAt: null });
    expect(s.one()).toMatchObject({
      renewalSkuIds: null,
      period: { start: time("2026-08-01"), end: time("2026-09-01") },
    });
  });

  it("that was downgraded and has ended renews nothing", () => {
    const s = shop();
    s.downgrade();
    s.cancel();
    s.to(time("2026-08-20"));
    expect(s.one()).toMatchObject({ status: SubscriptionStatus.Inactive, renewalSkuIds: null });
  });

  it.each<[string, (s: Shop) => unknown]>([
    ["resumed while it is active", (s) => s.resume()],
    ["cancelled twice", (s) => [s.cancel(), s.cancel()]],
    ["upgraded while it ends", (s) => [s.cancel(), s.upgrade()]],
    ["upgraded to what it is", (s) => [s.upgrade(), s.upgrade()]],
    ["refunded twice", (s) => [s.refund(), s.refund()]],
    ["settled when its payments work", (s) => s.settle(true)],
    ["changed to what is no subscription", (s) => reply(subscribing.upgrade(s.world, s.id, s.durable))],
    [
      "bought twice",
      (s) => reply(subscribing.subscribe(s.world, { skuId: s.silver, userId: s.userId, guildId: null })),
    ],
    [
      "bought for a server when it is for users",
      (s) => reply(subscribing.subscribe(s.world, { skuId: s.gold, userId: s.userId, guildId: "1" })),
    ],
  ])("is not %s", (_claim, act) => {
    expect(() => act(shop())).toThrow("rejected: 400");
  });
});

describe("periods", () => {
  it.each([
    ["2024-01-31", 1, "2024-02-29"],
    ["2023-01-31", 1, "2023-02-28"],
    ["2024-12-31", 2, "2025-02-28"],
    ["1969-12-31", 2, "1970-02-28"],
  ])("%s and %i months are %s", (from, months, day) => {
    expect(new Date(monthsAfter(time(from) + 5000, months)).toISOString()).toBe(`${day}T00:00:05.000Z`);
  });

  it("contain their moment, and follow each other without a gap", () => {
    const anchor = time("2024-01-31");
    for (let now = anchor, last = anchor; now < anchor + 1000 * DAY; now += DAY / 2) {
      const { start, end } = periodAt(anchor, now);
      expect(start <= now && now < end && (start === last || start > last)).toBe(true);
      last = start;
    }
  });
});

describe("what is bought once", () => {
  it("is bought again only when it is used up, or in test mode", () => {
    const s = shop();
    s.buy(s.durable);
    s.buy(s.consumable);
    expect(() => s.buy(s.durable)).toThrow("already has SKU");
    expect(() => s.buy(s.consumable)).toThrow("already has SKU");
    expect(s.buy(s.consumable, EntitlementType.TestModePurchase).type).toBe(4);
  });

  it("is forgotten when an owner has had too much, first what gives no access", () => {
    const s = shop();
    const first = s.buy(s.consumable);
    s.world.entitlements.put({ ...first, deleted: true });
    for (let at = 2; at < ENTITLEMENTS_MAX; at += 1)
      s.world.entitlements.put({ ...first, id: s.world.ids.next() });
    s.buy(s.consumable, EntitlementType.TestModePurchase);
    expect(s.world.entitlements.get(first.id)).toBeUndefined();
    expect(() => s.buy(s.durable)).toThrow(`${String(ENTITLEMENTS_MAX)} active entitlements`);
  });
});

describe("SKUs", () => {
  it("have names for addresses", () => {
    expect(["Test Premium", "  Gold & Silver! ", "Ünïted", "!"].map(slugOf)).toEqual([
      "test-premium",
      "gold-silver",
      "n-ted",
      "",
    ]);
  });

  it("are at most 50, groups not counted, and subscriptions are for users or for servers", () => {
    const s = shop();
    const guild = SkuFlag.Available | SkuFlag.GuildSubscription;
    expect(() => s.offer("Castle", SkuType.Subscription, guild)).toThrow("other kind");
    const hidden = s.offer("Castle", SkuType.Subscription, SkuFlag.GuildSubscription);
    expect(setAvailable(s.world, hidden, true)).toMatchObject({ status: 400 });
    setAvailable(s.world, s.silver, false);
    setAvailable(s.world, s.gold, false);
    expect(setAvailable(s.world, hidden, true)).toMatchObject({ flags: guild });
    for (let at = 5; at < 50; at += 1) s.offer("Hat", SkuType.Durable, 0);
    expect(() => s.offer("Hat", SkuType.Durable, 0)).toThrow("has 50 SKUs");
  });
});
