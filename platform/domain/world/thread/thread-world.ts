import { Collection, type Store } from "../../../store/store.js";
import {
  keyOfThreadMember,
  threadMemberIndex,
  type ThreadMember,
} from "../../records/thread/thread-member.js";
import { threadIndex, type Thread } from "../../records/thread/thread.js";

export interface ThreadWorld {
  readonly threads: Collection<Thread>;
  readonly threadMembers: Collection<ThreadMember>;
}

export function threadWorld(store: Store): ThreadWorld {
  return {
    threads: new Collection<Thread>(store, "thread", (one) => one.id, threadIndex),
    threadMembers: new Collection<ThreadMember>(store, "thread-member", keyOfThreadMember, threadMemberIndex),
  };
}
