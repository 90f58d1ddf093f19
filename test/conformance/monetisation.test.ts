// The items that applications sell, their owners, and the events about them.
import { once } from "node:events";
import type { SkuKind } from "@sdkpp/platform";
import { beforeAll, expect } from "vitest";
import { InteractionApp } from "../support/interaction-app.js";
import { WebhookReceiver } from "../support/webhook-receiver.js";
import { drop, force, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene({ localWebhooks: true });

const RULES = "platform/domain/rules/monetisation";
const LIFE = `${RULES}/subscription-life.ts`;
const SUBSCRIBING = `${RULES}/subscribing.ts`;
const MIGRATION = "platform/domain/records/monetisation/migration.ts";
const VIEWS = "platform/domain/views/monetisation";
const CODES = "lib/wire/monetisation-codes.ts";
const ROUTES = "platform/http/entitlement.ts";

interface Entitlement {
  readonly id: string;
  readonly type: number;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly consumed: boolean;
  readonly subscription_id?: string;
}

interface Subscription {
  readonly id: string;
  readonly status: number;
  readonly sku_ids: readonly string[];
  readonly renewal_sku_ids: readonly string[] | null;
  readonly entitlement_ids: readonly string[];
  readonly canceled_at: string | null;
  readonly current_period_start: string;
  readonly current_period_end: string;
}

type Payload = Readonly<Record<string, unknown>>;

let now = 0;
beforeAll(() => {
  now = at.platform.control.clock.now();
});

/** An application with SKUs of these kinds, whose bot listens, and a user. */
async function shop(...kinds: SkuKind[]) {
  const { control } = at.platform;
  const { clock, shop: monetisation } = control;
  const { id: applicationId, verifyKey } = control.applications.create({ name: "Shop" });
  const { token } = control.applications.createBot(applicationId);
  const [skuId = "", otherSkuId = ""] = kinds.map(
    (kind) => monetisation.createSku({ applicationId, name: `A ${kind}`, kind }).id,
  );
  const socket = await at.botSession(0, token);
  const userId = at.user("ada").id;
  const ask = <Body = Payload>(line: string, body?: unknown) => at.ask<Body>(`Bot ${token}`, line, body);
  const all = `/applications/${applicationId}/entitlements`;
  /** Events that the bot has received since the last call. */
  const heard = async (): Promise<[t: string, d: Payload][]> => {
    const pong = once(socket.socket, "pong");
    socket.socket.ping();
    await pong;
    const events = socket.frames.splice(0).filter(({ t }) => /^(ENTITLEMENT|SUBSCRIPTION)_/.test(t ?? ""));
    return events.map(({ t, d }) => [t ?? "", d as Payload]);
  };
  const names = async () => (await heard()).map(([t]) => t);
  const entitlements = async (query = "") => (await ask<Entitlement[]>(`GET ${all}${query}`)).body;
  const subscription = async (sku = skuId) =>
    (await ask<Subscription[]>(`GET /skus/${sku}/subscriptions?user_id=${userId}`)).body[0]!;
  const subscribe = () => monetisation.subscribe({ skuId, userId });
  const made = { applicationId, verifyKey, token, skuId, otherSkuId, socket, userId, ask, all };
  return { ...made, clock, monetisation, heard, names, entitlements, subscription, subscribe };
}

row(50, set(`${VIEWS}/subscription.ts`, "subscriptionView.renewal_sku_ids", null), async () => {
  const s = await shop("userSubscription", "userSubscription");
  const { id } = s.subscribe();
  expect(await s.subscription()).toEqual({
    id,
    user_id: s.userId,
    sku_ids: [s.skuId],
    entitlement_ids: [(await s.entitlements())[0]?.id],
    renewal_sku_ids: null,
    current_period_start: expect.stringMatching(/Z$/),
    current_period_end: expect.stringMatching(/Z$/),
    status: 0,
    canceled_at: null,
  });
  s.monetisation.downgrade(id, s.otherSkuId);
  expect(await s.subscription()).toMatchObject({ sku_ids: [s.skuId], renewal_sku_ids: [s.otherSkuId] });
  s.monetisation.cancel(id);
  const { status, canceled_at } = await s.subscription();
  expect([status, Date.parse(canceled_at ?? "") <= s.clock.now()]).toEqual([2, true]);
});

row(51, set(CODES, "EntitlementType.DeveloperGift", 6), async () => {
  const s = await shop("consumable", "durable");
  const { monetisation, userId, skuId } = s;
  const friend = at.user("ben").id;
  const used = async (id: string) => {
    await s.ask(`POST ${s.all}/${id}/consume`);
  };
  const deeds = [
    () => monetisation.purchase({ skuId, userId }),
    () => monetisation.gift({ skuId, userId }),
    () => monetisation.purchase({ skuId, userId, kind: "testMode" }),
    () => monetisation.purchase({ skuId, userId, kind: "free" }),
    () => monetisation.gift({ skuId, userId, fromUserId: friend }),
    () => monetisation.purchase({ skuId, userId, kind: "premium" }),
  ];
  for (const deed of deeds) await used(deed().id);
  await s.ask(`POST ${s.all}`, { sku_id: s.otherSkuId, owner_id: userId, owner_type: 2 });
  expect((await s.entitlements()).map(({ type }) => type)).toEqual([1, 3, 4, 5, 6, 7, 8]);
  // A subscription that the platform manages is a purchase: of a user, and of a server.
  const toUsers = await shop("userSubscription");
  toUsers.subscribe();
  const toServers = await shop("guildSubscription");
  const { id: guildId } = at.guild({ name: "Server" });
  toServers.monetisation.subscribe({ skuId: toServers.skuId, userId: toServers.userId, guildId });
  for (const seller of [toUsers, toServers]) expect(await seller.entitlements()).toMatchObject([{ type: 1 }]);
});

row(52, drop(LIFE, "endAccess.entitlement", "endsAt"), async () => {
  const s = await shop("userSubscription");
  const { id, period } = s.subscribe();
  expect((await s.entitlements())[0]).toMatchObject({ ends_at: null });
  s.monetisation.cancel(id);
  expect((await s.entitlements())[0]).toMatchObject({ ends_at: null });
  await s.clock.set(period.end);
  expect((await s.entitlements())[0]).toMatchObject({ ends_at: new Date(period.end).toISOString() });
  expect(await s.entitlements("?exclude_ended=true")).toEqual([]);
});

row(53, set(`${VIEWS}/entitlement.ts`, "partialEntitlementView.consumed", false), async () => {
  const s = await shop("consumable");
  const { id } = s.monetisation.purchase({ skuId: s.skuId, userId: s.userId });
  expect((await s.entitlements())[0]).toMatchObject({ id, consumed: false });
  await s.ask(`POST ${s.all}/${id}/consume`);
  expect((await s.entitlements())[0]).toMatchObject({ id, consumed: true });
});

/** A subscription that has ended is inactive. */
async function endsInactive(): Promise<void> {
  const s = await shop("userSubscription");
  const { id, entitlementIds } = s.subscribe();
  s.monetisation.refund(entitlementIds[0]!);
  expect(await s.subscription()).toMatchObject({ id, status: 1 });
}

/** A cancelled subscription is about to end. */
async function isEnding(): Promise<void> {
  const s = await shop("userSubscription");
  s.monetisation.cancel(s.subscribe().id);
  expect(await s.subscription()).toMatchObject({ status: 2 });
}

row(65, set(CODES, "SubscriptionStatus.Inactive", 3), endsInactive);
row(66, set(CODES, "SubscriptionStatus.Ending", 3), isEnding);

row(74, drop(LIFE, "grant", "termsOf"), async () => {
  const s = await shop("userSubscription");
  const { id } = s.subscribe();
  const [first, second, third, ...more] = await s.heard();
  expect([first?.[0], first?.[1]["status"], more]).toEqual(["SUBSCRIPTION_CREATE", 1, []]);
  expect(second).toEqual([
    "ENTITLEMENT_CREATE",
    expect.objectContaining({ type: 1, ends_at: null, subscription_id: id, user_id: s.userId }),
  ]);
  expect(third).toEqual(["SUBSCRIPTION_UPDATE", await s.subscription()]);
  await migrates();
});

row(75, drop(LIFE, "endPeriod", "renewAccess"), async () => {
  const s = await shop("userSubscription");
  const { id, period } = s.subscribe();
  const { id: cancelled } = s.monetisation.subscribe({ skuId: s.skuId, userId: at.user("ben").id });
  s.monetisation.cancel(cancelled);
  await s.names();
  await s.clock.set(period.end + 60_000);
  const heard = await s.heard();
  const of = (name: string) => heard.filter(([, d]) => d["id"] === name || d["subscription_id"] === name);
  expect(of(id)).toEqual([["SUBSCRIPTION_UPDATE", await s.subscription()]]);
  expect(of(cancelled).map(([t]) => t)).toEqual(["ENTITLEMENT_UPDATE", "SUBSCRIPTION_UPDATE"]);
  const [ended, over] = of(cancelled).map(([, d]) => d);
  expect([ended?.["ends_at"], over?.["status"]]).toEqual([over?.["current_period_end"], 1]);
  // One that its user has not cancelled ends when payments are given up.
  s.monetisation.failPayments(id);
  await s.names();
  s.monetisation.settlePayments(id, false);
  const [unpaid, gone] = (await s.heard()).map(([t, d]) => [t, d["ends_at"] ?? d["status"]]);
  expect([unpaid, gone]).toEqual([
    ["ENTITLEMENT_UPDATE", expect.stringMatching(/Z$/)],
    ["SUBSCRIPTION_UPDATE", 1],
  ]);
});

row(88, set("platform/domain/rules/monetisation/skus.ts", "createSku.group.type", 5), async () => {
  const s = await shop("userSubscription", "durable");
  const { body } = await s.ask<Payload[]>(`GET /applications/${s.applicationId}/skus`);
  const base = { application_id: s.applicationId, name: "A userSubscription", slug: "a-usersubscription" };
  expect(body).toEqual([
    { ...base, id: expect.any(String), type: 6, flags: 4 + 256 },
    { ...base, id: s.skuId, type: 5, flags: 4 + 256 },
    { ...base, id: s.otherSkuId, type: 2, name: "A durable", slug: "a-durable", flags: 4 },
  ]);
  // A premium button sells what is on sale, and nothing else.
  const { id: guildId, channels } = at.guild({
    name: "Server",
    channels: [{ name: "text", kind: "text" }],
  });
  expect(guildId).toBeDefined();
  const { id: sold } = at.platform.control.shop.createSku({
    applicationId: at.platform.seeded.applicationId,
    name: "Hat",
    kind: "durable",
  });
  const press = (sku_id: string) => ({
    content: "buy",
    components: [{ type: 1, components: [{ type: 2, style: 6, sku_id }] }],
  });
  const posted = (sku: string) => at.ask(at.bot, `POST /channels/${channels[0]!.id}/messages`, press(sku));
  expect([(await posted(sold)).status, (await posted(s.skuId)).status]).toEqual([200, 400]);
});

row(89, set(ROUTES, "filterOf.excludeEnded", false), async () => {
  const s = await shop("userSubscription", "consumable");
  const { period, entitlementIds, id } = s.subscribe();
  s.monetisation.cancel(id);
  const bought = s.monetisation.purchase({ skuId: s.otherSkuId, userId: s.userId }).id;
  await s.clock.set(period.end);
  const listed = async (query: string) => (await s.entitlements(query)).map((one) => one.id);
  const all = [entitlementIds[0], bought];
  expect(await listed("")).toEqual(all);
  expect(await listed("?exclude_ended=true")).toEqual([bought]);
  expect(await listed("?limit=1")).toEqual([bought]);
  expect(await listed(`?sku_ids=${s.skuId}&user_id=${s.userId}`)).toEqual([entitlementIds[0]]);
  expect(await listed(`?guild_id=1`)).toEqual([]);
  s.monetisation.refund(bought);
  expect([await listed(""), await listed("?exclude_deleted=false")]).toEqual([[entitlementIds[0]], all]);
});

row(90, force(`${RULES}/entitlements.ts`, "ownerOf", "guilds", true), async () => {
  const s = await shop("guildSubscription");
  const app = new InteractionApp(at.platform, s.socket, s.applicationId, s.token);
  const { id: guildId, channels } = at.platform.control.guilds.create({
    name: "Server",
    ownerId: s.userId,
    channels: [{ name: "text", kind: "text" }],
  });
  at.platform.control.applications.install(s.applicationId, { guildId });
  const body = { sku_id: s.skuId, owner_id: guildId, owner_type: 1 };
  const made = await s.ask<Entitlement>(`POST ${s.all}`, body);
  expect(made.body).toEqual({
    id: expect.any(String),
    sku_id: s.skuId,
    application_id: s.applicationId,
    guild_id: guildId,
    type: 8,
    deleted: false,
    consumed: false,
  });
  // Everybody in the server has it: also who uses a command there.
  await app.register({ name: "wave" });
  const { received } = await app.use({ userId: s.userId, channelId: channels[0]!.id, name: "wave" });
  expect(received["entitlements"]).toMatchObject([{ id: made.body.id }]);
  await app.respond(received, { type: 4, data: { content: "hi" } });
});

row(91, drop(`${RULES}/entitlements.ts`, "deleteTestEntitlement", "isTest"), async () => {
  const s = await shop("userSubscription", "durable");
  const body = { sku_id: s.skuId, owner_id: s.userId, owner_type: 2 };
  const { id } = (await s.ask<Entitlement>(`POST ${s.all}`, body)).body;
  expect((await s.ask(`DELETE ${s.all}/${id}`)).status).toBe(204);
  expect(await s.names()).toEqual(["ENTITLEMENT_CREATE", "ENTITLEMENT_DELETE"]);
  expect(await s.entitlements()).toEqual([]);
  const bought = s.monetisation.purchase({ skuId: s.otherSkuId, userId: s.userId });
  const refused = await s.ask(`DELETE ${s.all}/${bought.id}`);
  expect(refused).toMatchObject({ status: 400, body: { code: 40_019 } });
});

row(98, force(`${RULES}/entitlements.ts`, "consumeEntitlement", "consumed", false), async () => {
  const s = await shop("consumable", "durable");
  const buy = (skuId: string) => s.monetisation.purchase({ skuId, userId: s.userId });
  const { id } = buy(s.skuId);
  expect(() => buy(s.skuId)).toThrow("already has SKU");
  await s.names();
  const consume = async () => (await s.ask(`POST ${s.all}/${id}/consume`)).status;
  expect([await consume(), await consume()]).toEqual([204, 204]);
  expect(await s.names()).toEqual(["ENTITLEMENT_UPDATE"]);
  buy(s.skuId);
  const durable = await s.ask(`POST ${s.all}/${buy(s.otherSkuId).id}/consume`);
  expect(durable).toMatchObject({ status: 400, body: { code: 40_018 } });
});

row(108, drop(`${RULES}/subscription-lists.ts`, "listSubscriptions", "invalidField"), async () => {
  const s = await shop("userSubscription", "userSubscription");
  const { id } = s.subscribe();
  const path = `/skus/${s.skuId}/subscriptions`;
  expect((await s.ask(`GET ${path}`)).body).toMatchObject({
    code: 50_035,
    errors: { user_id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } },
  });
  s.monetisation.cancel(id);
  const one = await s.ask(`GET ${path}/${id}`);
  expect(one.body).toMatchObject({ id, status: 2, canceled_at: expect.stringMatching(/Z$/) });
  expect((await s.ask(`GET ${path}?user_id=${s.userId}`)).body).toEqual([one.body]);
  const { access_token: token } = at.platform.control.tokens.issue(s.applicationId, s.userId, "identify");
  expect((await at.ask(`Bearer ${token}`, `GET ${path}`)).body).toEqual([one.body]);
});

/** The webhook and the bot hear of what a user buys, uses up, and gets the money back for. */
async function hearsOfPurchases(): Promise<void> {
  await using receiver = await WebhookReceiver.open();
  const s = await shop("consumable");
  receiver.expectKey(s.verifyKey);
  const types = ["ENTITLEMENT_CREATE", "ENTITLEMENT_UPDATE", "ENTITLEMENT_DELETE"];
  const settings = {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    event_webhooks_types: types,
  };
  expect((await s.ask("PATCH /applications/@me", settings)).status).toBe(200);
  const { id } = s.monetisation.purchase({ skuId: s.skuId, userId: s.userId });
  await s.ask(`POST ${s.all}/${id}/consume`);
  s.monetisation.refund(id);
  const dispatched = await s.heard();
  expect(dispatched.map(([t]) => t)).toEqual(types);
  expect(dispatched[0]?.[1]).toMatchObject({
    id,
    sku_id: s.skuId,
    user_id: s.userId,
    type: 1,
    deleted: false,
  });
  for (const [type, data] of dispatched) expect((await receiver.next(type)).data).toEqual(data);
}

/** The webhook hears of a migration once, and of nothing that it is not. */
async function hearsOfMigration(): Promise<void> {
  await using receiver = await WebhookReceiver.open();
  const s = await shop("userSubscription");
  receiver.expectKey(s.verifyKey);
  await s.clock.set(Date.UTC(2024, 8, 15));
  const { period } = s.subscribe();
  const settings = {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    event_webhooks_types: ["ENTITLEMENT_CREATE", "ENTITLEMENT_UPDATE"],
  };
  expect((await s.ask("PATCH /applications/@me", settings)).status).toBe(200);
  await s.clock.set(period.end + 60_000);
  const { data } = await receiver.next("ENTITLEMENT_CREATE");
  expect(data).toMatchObject({ id: (await s.entitlements())[0]?.id, type: 1, ends_at: null });
  await s.clock.set(now);
  const migrated = (await s.heard()).filter(([t]) => t === "ENTITLEMENT_CREATE");
  expect(migrated).toHaveLength(2);
}

row(
  123,
  drop("platform/domain/reactions/reactions.ts", "REACTIONS", "entitlementCreateWebhook"),
  async () => {
    await hearsOfPurchases();
    await hearsOfMigration();
  },
);
row(
  133,
  drop(
    "platform/domain/reactions/monetisation/monetisation-events.ts",
    "entitlementUpdated",
    "GatewayEvent.EntitlementUpdate",
  ),
  async () => {
    const s = await shop("userSubscription");
    const { period, id } = s.subscribe();
    await s.names();
    await s.clock.set(period.end);
    expect(await s.names()).toEqual(["SUBSCRIPTION_UPDATE"]);
    s.monetisation.cancel(id);
    const { current_period_end: end } = await s.subscription();
    expect(await s.names()).toEqual(["SUBSCRIPTION_UPDATE"]);
    await s.clock.set(Date.parse(end));
    expect(await s.heard()).toMatchObject([
      ["ENTITLEMENT_UPDATE", { ends_at: end, subscription_id: id, deleted: false }],
      ["SUBSCRIPTION_UPDATE", { status: 1 }],
    ]);
  },
);

row(134, drop(SUBSCRIBING, "resume", "canceledAt"), async () => {
  const s = await shop("userSubscription", "userSubscription");
  const { id } = s.subscribe();
  const step = async (deed: () => unknown) => {
    await deed();
    return s.heard();
  };
  expect(await step(() => undefined)).toMatchObject([
    ["SUBSCRIPTION_CREATE", { id, status: 1, entitlement_ids: [] }],
    ["ENTITLEMENT_CREATE", { subscription_id: id }],
    ["SUBSCRIPTION_UPDATE", { id, status: 0, entitlement_ids: [expect.any(String)] }],
  ]);
  expect(await step(() => s.monetisation.cancel(id))).toMatchObject([["SUBSCRIPTION_UPDATE", { status: 2 }]]);
  expect(await step(() => s.monetisation.resume(id))).toMatchObject([
    ["SUBSCRIPTION_UPDATE", { status: 0, canceled_at: null }],
  ]);
  expect(await step(() => s.monetisation.upgrade(id, s.otherSkuId))).toMatchObject([
    ["ENTITLEMENT_UPDATE", { sku_id: s.skuId, ends_at: expect.any(String) }],
    ["ENTITLEMENT_CREATE", { sku_id: s.otherSkuId, ends_at: null }],
    ["SUBSCRIPTION_UPDATE", { sku_ids: [s.otherSkuId], status: 0 }],
  ]);
  expect(await step(() => s.monetisation.downgrade(id, s.skuId))).toMatchObject([
    ["SUBSCRIPTION_UPDATE", { sku_ids: [s.otherSkuId], renewal_sku_ids: [s.skuId] }],
  ]);
  const { current_period_end: end } = await s.subscription(s.otherSkuId);
  expect(await step(() => s.clock.set(Date.parse(end)))).toMatchObject([
    ["ENTITLEMENT_UPDATE", { sku_id: s.otherSkuId, ends_at: end }],
    ["ENTITLEMENT_CREATE", { sku_id: s.skuId, ends_at: null }],
    ["SUBSCRIPTION_UPDATE", { sku_ids: [s.skuId], renewal_sku_ids: null, current_period_start: end }],
  ]);
  const [entitlement] = (await s.subscription()).entitlement_ids;
  expect(await step(() => s.monetisation.refund(entitlement!))).toMatchObject([
    ["ENTITLEMENT_DELETE", { id: entitlement, deleted: true }],
    ["SUBSCRIPTION_UPDATE", { status: 1 }],
  ]);
});

/** The migration of renewing entitlements, on the day of their renewal after it began. */
async function migrates(): Promise<void> {
  const s = await shop("userSubscription");
  const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
  await s.clock.set(day("2024-08-15"));
  s.subscribe();
  const cancelled = s.monetisation.subscribe({ skuId: s.skuId, userId: at.user("ben").id }).id;
  const on = (text: string): unknown => expect.stringMatching(`^${text}T12:00:`);
  const created = (await s.heard()).filter(([t]) => t === "ENTITLEMENT_CREATE");
  const old = { type: 8, ends_at: on("2024-09-15") };
  expect(created.map(([, d]) => d)).toMatchObject([old, old]);
  await s.clock.set(day("2024-09-15") + 60_000);
  const moved = (await s.heard()).filter(([t]) => t === "ENTITLEMENT_UPDATE");
  const next = { type: 8, starts_at: on("2024-09-15"), ends_at: on("2024-10-15") };
  expect(moved.map(([, d]) => d)).toMatchObject([next, next]);
  s.monetisation.cancel(cancelled);
  await s.names();
  await s.clock.set(day("2024-10-15") + 60_000);
  const news = await s.heard();
  // It is the same entitlement; the other one ends without a word.
  expect(news.filter(([t]) => t.startsWith("ENTITLEMENT"))).toMatchObject([
    ["ENTITLEMENT_CREATE", { id: created[0]?.[1]["id"], type: 1, ends_at: null }],
  ]);
  await s.clock.set(day("2024-11-15") + 60_000);
  expect(await s.names()).toEqual(["SUBSCRIPTION_UPDATE"]);
  await s.clock.set(now);
}

row(172, set(MIGRATION, "MIGRATION_START", 0), migrates);

row(173, set(CODES, "SubscriptionStatus.Inactive", 2), async () => {
  await endsInactive();
  await isEnding();
});
