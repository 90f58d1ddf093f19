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
];
