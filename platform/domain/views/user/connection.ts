import type { Connection } from "../../records/user/connection.js";

/** A connection as applications see it. */
export function connectionView({ id, name, type, verified, isVisible }: Connection): Record<string, unknown> {
  return {
    id,
    name,
    type,
    friend_sync: false,
    integrations: [],
    show_activity: false,
    two_way_link: false,
    verified,
    visibility: isVisible ? 1 : 0,
    revoked: false,
  };
}
