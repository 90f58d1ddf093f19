import type { Collection } from "../../../store/store.js";
import type { InviteTargets } from "../../records/invite/invite-targets.js";

export interface InviteWorld {
  readonly inviteTargets: Collection<InviteTargets>;
}
