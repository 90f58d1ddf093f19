// Rows about what applications sell, and what users have of it.
import type { SkuKind } from "@sdkpp/platform";
import { rowFor, type Row } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const ALL = "/applications/{application.id}/entitlements";
const ONE = `${ALL}/{entitlement.id}`;
const SUBSCRIPTIONS = "/skus/{sku.id}/subscriptions";

/** Bots of other games do not know the application; players do not speak for it. */
const ofDeveloper = {
  by: "bot",
  otherPlayer: [404, 10_002],
  otherBot: [404, 10_002],
  stranger: [403, 20_012],
} as const satisfies Partial<Row>;
/** SKUs of another game are unknown; players see their own subscriptions. */
const ofSubscriber = {
  by: "bot",
  otherPlayer: [404, 10_027],
  otherBot: [404, 10_027],
  stranger: [403, 50_001],
} as const satisfies Partial<Row>;

/** SKUs of each kind; an application has no more than fifty, so all scenes of a stage share them. */
const offered = new WeakMap<object, Map<SkuKind, string>>();

/** A SKU of the game that is for sale. */
export function skuIn({ stage, applicationId }: Scene, kind: SkuKind): string {
  const known = offered.get(stage.platform) ?? new Map<SkuKind, string>();
  offered.set(stage.platform, known);
  const id = known.get(kind) ?? stage.platform.control.shop.createSku({ applicationId, name: kind, kind }).id;
  known.set(kind, id);
  return id;
}

export const entitlementsOf = (scene: Scene): string => `/applications/${scene.applicationId}/entitlements`;

/** The bot's request on behalf of Ada. */
export const testBody = (scene: Scene): object => ({
  sku_id: skuIn(scene, "userSubscription"),
  owner_id: scene.ada.id,
  owner_type: 2,
});

/** An entitlement of Ada for a test. @returns its path */
export async function testEntitlementIn(scene: Scene): Promise<string> {
  const path = entitlementsOf(scene);
  const { id } = (await scene.must("bot", "POST", { path, body: testBody(scene) })) as { id: string };
  return `${path}/${id}`;
}

/** Ada buys something once. @returns the path of her entitlement */
export function purchaseIn(scene: Scene, kind: SkuKind = "consumable"): string {
  const { shop: monetisation } = scene.stage.platform.control;
  const { id } = monetisation.purchase({ skuId: skuIn(scene, kind), userId: scene.ada.id });
  return `${entitlementsOf(scene)}/${id}`;
}

/** Ada subscribes. @returns the path of her subscriptions, and the id */
export function subscriptionIn(scene: Scene): { path: string; id: string } {
  const skuId = skuIn(scene, "userSubscription");
  const { id } = scene.stage.platform.control.shop.subscribe({ skuId, userId: scene.ada.id });
  return { path: `/skus/${skuId}/subscriptions`, id };
}

export const MONETISATION_ROWS: readonly Row[] = [
  {
    route: "GET /applications/{application.id}/skus",
    by: "bot",
    otherBot: [404, 10_002],
    ask: (scene) => {
      skuIn(scene, "userSubscription");
      return { path: `/applications/${scene.applicationId}/skus` };
    },
  },
  rowFor(ofDeveloper, `GET ${ALL}`, (scene) => {
    purchaseIn(scene);
    return { path: `${entitlementsOf(scene)}?user_id=${scene.ada.id}` };
  }),
  {
    route: `POST ${ALL}`,
    by: "bot",
    otherBot: [404, 10_002],
    ask: (scene) => ({ path: entitlementsOf(scene), body: testBody(scene) }),
  },
  rowFor(ofDeveloper, `GET ${ONE}`, (scene) => ({ path: purchaseIn(scene) })),
  rowFor(ofDeveloper, `DELETE ${ONE}`, async (scene) => ({ path: await testEntitlementIn(scene) })),
  rowFor(ofDeveloper, `POST ${ONE}/consume`, (scene) => ({ path: `${purchaseIn(scene)}/consume` })),
  {
    route: "GET /users/@me/applications/{application.id}/entitlements",
    by: "ada",
    otherPlayer: [404, 10_002],
    stranger: "allowed",
    ask: (scene) => {
      purchaseIn(scene);
      return { path: `/users/@me/applications/${scene.applicationId}/entitlements` };
    },
  },
  rowFor(ofSubscriber, `GET ${SUBSCRIPTIONS}`, (scene) => ({
    path: `${subscriptionIn(scene).path}?user_id=${scene.ada.id}`,
  })),
  rowFor(ofSubscriber, `GET ${SUBSCRIPTIONS}/{subscription.id}`, (scene) => {
    const { path, id } = subscriptionIn(scene);
    return { path: `${path}/${id}?user_id=${scene.ada.id}` };
  }),
];
