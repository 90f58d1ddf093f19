// Purchases and subscriptions of users in an application.
import { expect } from "vitest";
import {
  entitlementsOf,
  purchaseIn,
  skuIn,
  subscriptionIn,
  testBody,
  testEntitlementIn,
} from "../../e2e/platform/authorization-rows-monetisation.js";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const RULES = "platform/domain/rules/monetisation";
const NOBODY_HEARS = "reading is not announced";
const NO_OTHER = { own: "no other code is documented for it" };

interface Entitlement {
  readonly id: string;
  readonly deleted: boolean;
  readonly consumed: boolean;
}

const idIn = (path: string): string => /[0-9]+(?=\/consume$|$)/.exec(path)?.[0] ?? "";

const wrong = (claim: string, ask: Failure["ask"], ...errors: string[]): Failure => ({
  claim,
  ask,
  verdict: [400, 50_035],
  errors,
});
/** Requests of a list with one wrong parameter. */
const wrongQuery = (claim: string, query: string, path: (scene: Scene) => string, field: string): Failure =>
  wrong(claim, (scene) => ({ path: `${path(scene)}?${query}` }), field);
const unknown = (rest = ""): Failure => ({
  claim: "an unknown entitlement",
  ask: (scene) => ({ path: `${entitlementsOf(scene)}/1${rest}` }),
  verdict: [404, 10_029],
});
const word = (rest = ""): Failure =>
  wrong(
    "a word in place of an id",
    (scene) => ({ path: `${entitlementsOf(scene)}/word${rest}` }),
    "entitlement_id",
  );

operation<Entitlement[]>(stage, "get_entitlements", {
  change: drop(`${RULES}/entitlement-lists.ts`, "matcher", "excludeDeleted"),
  ask: async (scene) => {
    await testEntitlementIn(scene);
    const bought = idIn(purchaseIn(scene));
    const { path } = { path: entitlementsOf(scene) };
    const gone = await testEntitlementIn(scene);
    await scene.must("bot", "DELETE", { path: gone });
    return { path: `${path}?user_id=${scene.ada.id}&exclude_deleted=false&after=0&limit=3&x=${bought}` };
  },
  seenBy: async ({ scene, asked: { path }, body }) => {
    const bought = path.split("x=")[1]!;
    expect(body.map(({ deleted }) => deleted)).toEqual([false, false, true]);
    expect(body[1]).toMatchObject({ id: bought, user_id: scene.ada.id, type: 1, ends_at: null });
    const listed = async (query: string): Promise<string[]> => {
      const answer = await read(scene, "bot", `${entitlementsOf(scene)}?${query}`);
      return (answer.body as Entitlement[]).map(({ id }) => id);
    };
    const all = body.map(({ id }) => id);
    const ada = `user_id=${scene.ada.id}`;
    expect(await listed(ada)).toEqual(all.slice(0, 2));
    expect(await listed(`${ada}&limit=1`)).toEqual([bought]);
    expect(await listed(`${ada}&before=${bought}`)).toEqual(all.slice(0, 1));
    expect(await listed(`${ada}&after=${all[0]!}`)).toEqual([bought]);
    expect(await listed(`after=${all[0]!}&before=${all[2]!}`)).toEqual([bought]);
    expect(await listed(`before=${all[2]!}&limit=2`)).toEqual(all.slice(0, 2));
    expect(await listed(`${ada}&sku_ids=1,${skuIn(scene, "consumable")}`)).toEqual([bought]);
    await scene.must("bot", "POST", { path: `${entitlementsOf(scene)}/${bought}/consume` });
    expect(await listed(`${ada}&only_active=true`)).toEqual(all.slice(0, 1));
    expect(await listed("guild_id=1")).toEqual([]);
  },
  heard: NOBODY_HEARS,
  failures: [
    wrongQuery("a page of none", "limit=0", entitlementsOf, "limit"),
    wrongQuery("a page of 101", "limit=101", entitlementsOf, "limit"),
    wrongQuery("a word in place of SKUs", "sku_ids=1,word", entitlementsOf, "sku_ids"),
    wrongQuery("too many SKUs", `sku_ids=${"1,".repeat(101)}`, entitlementsOf, "sku_ids"),
    wrongQuery("a number in place of a flag", "exclude_ended=2", entitlementsOf, "exclude_ended"),
  ],
  never: NO_OTHER,
});

operation<Entitlement>(stage, "create_entitlement", {
  change: drop(`${RULES}/entitlements.ts`, "createTestEntitlement", "isTest"),
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ user_id: scene.ada.id, type: 8, deleted: false });
    for (const field of ["starts_at", "ends_at", "subscription_id"]) expect(body).not.toHaveProperty(field);
    const one = `${asked.path}/${body.id}`;
    expect((await read(scene, "bot", one)).body).toEqual({ ...body, starts_at: null, ends_at: null });
    await scene.must("bot", "DELETE", { path: one });
  },
  heard: ({ body }) => ({ bot: [["ENTITLEMENT_CREATE", { ...body, starts_at: null, ends_at: null }]] }),
  failures: [
    wrong(
      "no body",
      (scene) => ({ path: entitlementsOf(scene), body: {} }),
      "sku_id",
      "owner_id",
      "owner_type",
    ),
    wrong(
      "an unknown kind of owner",
      (scene) => ({ path: entitlementsOf(scene), body: { ...testBody(scene), owner_type: 3 } }),
      "owner_type",
    ),
    wrong(
      "a server for a SKU of users",
      (scene) => ({ path: entitlementsOf(scene), body: { ...testBody(scene), owner_type: 1 } }),
      "owner_type",
    ),
    {
      claim: "an unknown SKU",
      ask: (scene) => ({ path: entitlementsOf(scene), body: { ...testBody(scene), sku_id: "1" } }),
      verdict: [404, 10_027],
    },
    {
      claim: "an unknown user",
      ask: (scene) => ({ path: entitlementsOf(scene), body: { ...testBody(scene), owner_id: "1" } }),
      verdict: [404, 10_013],
    },
  ],
  never: NO_OTHER,
});

operation<Entitlement>(stage, "get_entitlement", {
  change: force(`${RULES}/entitlements.ts`, "findEntitlement", "applicationId", false),
  seenBy: async ({ scene, body }) => {
    expect(body).toMatchObject({ user_id: scene.ada.id, type: 1, deleted: false, consumed: false });
    const { body: own } = await read(
      scene,
      "ada",
      `/users/@me/applications/${scene.applicationId}/entitlements`,
    );
    expect(own).toEqual([body]);
  },
  heard: NOBODY_HEARS,
  failures: [unknown(), word()],
  never: NO_OTHER,
});

operation(stage, "delete_entitlement", {
  change: drop(`${RULES}/entitlements.ts`, "deleteTestEntitlement.entitlement", "deleted"),
  seenBy: async ({ scene, asked: { path } }) => {
    expect((await read(scene, "bot", path)).body).toMatchObject({ deleted: true });
    const { body } = await read(scene, "bot", `${entitlementsOf(scene)}?user_id=${scene.ada.id}`);
    expect(body).toEqual([]);
    const again = await scene.stage.send(scene.stage.bot, "DELETE", { path });
    expect(again).toMatchObject({ status: 404, body: { code: 10_029 } });
  },
  heard: ({ asked: { path } }) => ({ bot: [["ENTITLEMENT_DELETE", { id: idIn(path), deleted: true }]] }),
  failures: [
    unknown(),
    word(),
    {
      claim: "one that was bought",
      ask: (scene) => ({ path: purchaseIn(scene) }),
      verdict: [400, 40_019],
    },
  ],
});

operation(stage, "consume_entitlement", {
  change: drop(`${RULES}/entitlements.ts`, "consumeEntitlement.entitlement", "consumed"),
  seenBy: async ({ scene, asked: { path } }) => {
    const one = path.replace("/consume", "");
    expect((await read(scene, "bot", one)).body).toMatchObject({ consumed: true, deleted: false });
    await scene.news();
    const again = await scene.stage.send(scene.stage.bot, "POST", { path });
    expect([again.status, await scene.news()]).toEqual([204, []]);
    // Used up, it can be bought again.
    purchaseIn(scene);
  },
  heard: ({ asked: { path } }) => ({ bot: [["ENTITLEMENT_UPDATE", { id: idIn(path), consumed: true }]] }),
  failures: [
    unknown("/consume"),
    word("/consume"),
    {
      claim: "a durable",
      ask: (scene) => ({ path: `${purchaseIn(scene, "durable")}/consume` }),
      verdict: [400, 40_018],
    },
  ],
});

operation<Entitlement[]>(stage, "get_current_user_application_entitlements", {
  change: drop(`${RULES}/entitlement-lists.ts`, "listOwnEntitlements", "excludeConsumed"),
  ask: async (scene) => {
    const bought = purchaseIn(scene);
    purchaseIn(scene, "durable");
    await scene.must("bot", "POST", { path: `${bought}/consume` });
    await scene.must("bot", "DELETE", { path: await testEntitlementIn(scene) });
    return { path: `/users/@me/applications/${scene.applicationId}/entitlements` };
  },
  seenBy: async ({ scene, asked: { path }, body }) => {
    expect(body.map(({ consumed }) => consumed)).toEqual([true, false]);
    const { body: listed } = await read(scene, "bot", `${entitlementsOf(scene)}?user_id=${scene.ada.id}`);
    expect(listed).toEqual(body);
    const fresh = await read(scene, "ada", `${path}?exclude_consumed=true`);
    expect(fresh.body).toEqual(body.slice(1));
    const some = await read(scene, "ada", `${path}?sku_ids=${skuIn(scene, "consumable")}`);
    expect(some.body).toEqual(body.slice(0, 1));
  },
  heard: NOBODY_HEARS,
  failures: [
    wrongQuery(
      "a word in place of SKUs",
      "sku_ids=word",
      ({ applicationId }) => `/users/@me/applications/${applicationId}/entitlements`,
      "sku_ids",
    ),
  ],
  never: NO_OTHER,
});

const subscriptions = (scene: Scene): string => `/skus/${skuIn(scene, "userSubscription")}/subscriptions`;

operation<{ id: string }[]>(stage, "get_sku_subscriptions", {
  change: answer(`${RULES}/subscription-lists.ts`, "listSubscriptions", "map", []),
  ask: (scene) => {
    const { shop: monetisation } = scene.stage.platform.control;
    const first = subscriptionIn(scene);
    const { entitlementIds } = monetisation.cancel(first.id);
    monetisation.refund(entitlementIds[0]!);
    subscriptionIn(scene);
    return { path: `${first.path}?user_id=${scene.ada.id}` };
  },
  seenBy: async ({ scene, body, asked: { path } }) => {
    expect(body).toMatchObject([
      { user_id: scene.ada.id, status: 0, canceled_at: null },
      { user_id: scene.ada.id, status: 1, canceled_at: expect.stringMatching(/Z$/) },
    ]);
    const own = await read(scene, "ada", path.replace(/\?.*/, ""));
    expect(own.body).toEqual(body);
    expect((await read(scene, "ada", `${path}&after=${body[1]!.id}`)).body).toEqual(body.slice(0, 1));
    expect((await read(scene, "ada", `${path}&before=${body[0]!.id}`)).body).toEqual(body.slice(1));
    expect((await read(scene, "ada", `${path}&limit=1`)).body).toEqual(body.slice(0, 1));
    expect((await read(scene, "bot", `${subscriptions(scene)}?user_id=${scene.ben.id}`)).body).toEqual([]);
  },
  heard: NOBODY_HEARS,
  failures: [
    wrong("no user", (scene) => ({ path: subscriptions(scene) }), "user_id"),
    wrongQuery("a page of none", "limit=0", subscriptions, "limit"),
    wrongQuery("a page of 101", "limit=101", subscriptions, "limit"),
    {
      claim: "an unknown SKU",
      ask: () => ({ path: "/skus/1/subscriptions?user_id=1" }),
      verdict: [404, 10_027],
    },
  ],
  never: NO_OTHER,
});

operation<{ id: string }>(stage, "get_sku_subscription", {
  change: force(`${RULES}/subscription-lists.ts`, "getSubscription", "isShown", false),
  seenBy: async ({ scene, body }) => {
    const { body: listed } = await read(scene, "ada", subscriptions(scene));
    expect(listed).toEqual([body]);
    const strange = await read(scene, "eve", `${subscriptions(scene)}/${body.id}`);
    expect(strange.status).toBe(404);
  },
  heard: NOBODY_HEARS,
  failures: [
    wrong(
      "a word in place of an id",
      (scene) => ({ path: `${subscriptions(scene)}/word` }),
      "subscription_id",
    ),
    { claim: "an unknown one", ask: (scene) => ({ path: `${subscriptions(scene)}/1` }), verdict: [404, 0] },
  ],
  never: NO_OTHER,
});
