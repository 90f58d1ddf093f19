import type { Collection } from "../../../store/store.js";
import type { ThreadMember } from "../../records/thread/thread-member.js";
import type { Thread } from "../../records/thread/thread.js";

export interface ThreadWorld {
  readonly threads: Collection<Thread>;
  readonly threadMembers: Collection<ThreadMember>;
}
