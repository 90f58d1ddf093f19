import type { Snowflake } from "sdkpp/wire";
import type { Viewer } from "../views/presence/visibility.js";
import type { Caller } from "../world/presence/caller.js";

export type PresenceFact =
  /** The user's first gateway session in this application is open. */
  | { readonly kind: "userConnected"; readonly user: Viewer }
  /** The user's last gateway session in this application is closed. */
  | { readonly kind: "userDisconnected"; readonly user: Viewer }
  | { readonly kind: "sessionClosed"; readonly session: Caller }
  /** Others see a difference in what the user does in this application. */
  | { readonly kind: "presenceChanged"; readonly user: Viewer }
  | {
      readonly kind: "sessionListChanged";
      readonly userId: Snowflake;
      /** It learns the list from READY. */
      readonly exceptSessionId?: string;
    };
