import type { NotEmulatedGroup } from "./group.js";

export const applicationOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Role connections",
    reason: "The platform has no linked roles.",
    operations: {
      get_application_role_connections_metadata:
        "GET /applications/{application.id}/role-connections/metadata",
      update_application_role_connections_metadata:
        "PUT /applications/{application.id}/role-connections/metadata",
      get_application_user_role_connection: "GET /users/@me/applications/{application.id}/role-connection",
      update_application_user_role_connection: "PUT /users/@me/applications/{application.id}/role-connection",
      delete_application_user_role_connection:
        "DELETE /users/@me/applications/{application.id}/role-connection",
    },
  },
  {
    area: "Entitlements and subscriptions",
    reason: "The platform sells nothing: it has no SKUs, entitlements or subscriptions.",
    operations: {
      get_entitlements: "GET /applications/{application.id}/entitlements",
      create_entitlement: "POST /applications/{application.id}/entitlements",
      get_entitlement: "GET /applications/{application.id}/entitlements/{entitlement.id}",
      delete_entitlement: "DELETE /applications/{application.id}/entitlements/{entitlement.id}",
      consume_entitlement: "POST /applications/{application.id}/entitlements/{entitlement.id}/consume",
      get_sku_subscriptions: "GET /skus/{sku.id}/subscriptions",
      get_sku_subscription: "GET /skus/{sku.id}/subscriptions/{subscription.id}",
      get_current_user_application_entitlements: "GET /users/@me/applications/{application.id}/entitlements",
    },
  },
];
