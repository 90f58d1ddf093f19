import type { NotEmulatedGroup } from "./group.js";

export const userOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Users",
    reason: "Accounts are created by `control.createUser()` and renamed by `control.renameUser()`.",
    operations: {
      update_my_user: "PATCH /users/@me",
    },
  },
  {
    area: "Connections",
    reason: "Accounts have no connections to other services.",
    operations: {
      list_my_connections: "GET /users/@me/connections",
    },
  },
];
