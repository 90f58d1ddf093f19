import { EntitlementOwnerType, ENTITLEMENTS_PAGE_MAX, Scope } from "sdkpp/wire";
import { Type } from "typebox";
import {
  listEntitlements,
  listOwnEntitlements,
  type EntitlementFilter,
} from "../domain/rules/monetisation/entitlement-lists.js";
import {
  consumeEntitlement,
  createTestEntitlement,
  deleteTestEntitlement,
  getEntitlement,
  type EntitlementPath,
} from "../domain/rules/monetisation/entitlements.js";
import type { QueryReader } from "./query.js";
import { route } from "./route.js";
import { SnowflakeShape } from "./shapes.js";

const docs = "resources/entitlement";
const ALL = "/applications/{application.id}/entitlements";
const ONE = `${ALL}/{entitlement.id}` as const;
/** For bots, and for the application itself. */
const own = { auth: "any", scope: Scope.ApplicationsEntitlements } as const;
const PAGE = { min: 1, max: ENTITLEMENTS_PAGE_MAX, fallback: ENTITLEMENTS_PAGE_MAX };
const SKU_IDS_MAX = 100;

const TestEntitlementBody = Type.Object({
  sku_id: SnowflakeShape,
  owner_id: SnowflakeShape,
  owner_type: Type.Integer({ minimum: EntitlementOwnerType.Guild, maximum: EntitlementOwnerType.User }),
});

function filterOf(read: QueryReader): EntitlementFilter {
  return {
    userId: read.id("user_id"),
    guildId: read.id("guild_id"),
    skuIds: read.separatedIds("sku_ids", SKU_IDS_MAX),
    before: read.id("before"),
    after: read.id("after"),
    limit: read.integer("limit", PAGE),
    excludeEnded: read.flag("exclude_ended"),
    excludeDeleted: read.flag("exclude_deleted", true),
    onlyActive: read.flag("only_active"),
  };
}

function pathOf(params: {
  readonly "application.id": string;
  readonly "entitlement.id": string;
}): EntitlementPath {
  return { applicationId: params["application.id"], entitlementId: params["entitlement.id"] };
}

export const entitlementRoutes = [
  route("GET", ALL, {
    docs: `${docs}#list-entitlements`,
    ...own,
    query: filterOf,
    handle: ({ actor, params, query }, world) =>
      listEntitlements(world, actor, params["application.id"], query),
  }),
  route("POST", ALL, {
    docs: `${docs}#create-test-entitlement`,
    auth: "bot",
    body: TestEntitlementBody,
    handle: ({ actor, params, body }, world) =>
      createTestEntitlement(world, actor, params["application.id"], {
        skuId: String(body.sku_id),
        ownerId: String(body.owner_id),
        ownerType: body.owner_type,
      }),
  }),
  route("GET", ONE, {
    docs: `${docs}#get-entitlement`,
    ...own,
    handle: ({ actor, params }, world) => getEntitlement(world, actor, pathOf(params)),
  }),
  route("DELETE", ONE, {
    docs: `${docs}#delete-test-entitlement`,
    ...own,
    handle: ({ actor, params }, world) => deleteTestEntitlement(world, actor, pathOf(params)),
  }),
  route("POST", `${ONE}/consume`, {
    docs: `${docs}#consume-an-entitlement`,
    ...own,
    handle: ({ actor, params }, world) => consumeEntitlement(world, actor, pathOf(params)),
  }),
  route("GET", "/users/@me/applications/{application.id}/entitlements", {
    docs,
    auth: "bearer",
    query: (read) => ({
      skuIds: read.separatedIds("sku_ids", SKU_IDS_MAX),
      excludeConsumed: read.flag("exclude_consumed"),
    }),
    handle: ({ actor, params, query }, world) =>
      listOwnEntitlements(world, actor, params["application.id"], query),
  }),
];
