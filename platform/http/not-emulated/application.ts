import type { NotEmulatedGroup } from "./group.js";

export const applicationOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Application commands",
    reason: "The platform has no commands: it has no client that shows them to users.",
    operations: {
      list_application_commands: "GET /applications/{application.id}/commands",
      create_application_command: "POST /applications/{application.id}/commands",
      bulk_set_application_commands: "PUT /applications/{application.id}/commands",
      get_application_command: "GET /applications/{application.id}/commands/{command.id}",
      update_application_command: "PATCH /applications/{application.id}/commands/{command.id}",
      delete_application_command: "DELETE /applications/{application.id}/commands/{command.id}",
      list_guild_application_commands: "GET /applications/{application.id}/guilds/{guild.id}/commands",
      create_guild_application_command: "POST /applications/{application.id}/guilds/{guild.id}/commands",
      bulk_set_guild_application_commands: "PUT /applications/{application.id}/guilds/{guild.id}/commands",
      list_guild_application_command_permissions:
        "GET /applications/{application.id}/guilds/{guild.id}/commands/permissions",
      get_guild_application_command:
        "GET /applications/{application.id}/guilds/{guild.id}/commands/{command.id}",
      update_guild_application_command:
        "PATCH /applications/{application.id}/guilds/{guild.id}/commands/{command.id}",
      delete_guild_application_command:
        "DELETE /applications/{application.id}/guilds/{guild.id}/commands/{command.id}",
      get_guild_application_command_permissions:
        "GET /applications/{application.id}/guilds/{guild.id}/commands/{command.id}/permissions",
      set_guild_application_command_permissions:
        "PUT /applications/{application.id}/guilds/{guild.id}/commands/{command.id}/permissions",
    },
  },
  {
    area: "Interactions",
    reason: "Without commands and components, no interaction arises that a bot could answer.",
    operations: {
      create_interaction_response: "POST /interactions/{interaction.id}/{interaction.token}/callback",
    },
  },
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
