import { Collection, type Store } from "../../../store/store.js";
import type { InviteTargets } from "../../records/invite/invite-targets.js";

export interface InviteWorld {
  readonly inviteTargets: Collection<InviteTargets>;
}

export function inviteWorld(store: Store): InviteWorld {
  return {
    inviteTargets: new Collection<InviteTargets>(store, "invite-targets", (one) => one.code),
  };
}
