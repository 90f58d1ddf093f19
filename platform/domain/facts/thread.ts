import type { Snowflake } from "sdkpp/wire";
import type { Message } from "../records/message/message.js";
import type { ThreadMember } from "../records/thread/thread-member.js";
import type { PlacedChannel, PlacedThread } from "../world/guild/placed-channel.js";

/** The user who did something to a thread, and the application through which it did. */
export interface ThreadActor {
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
}

export type ThreadFact =
  | {
      readonly kind: "threadCreated";
      readonly placed: PlacedThread;
      readonly parent: PlacedChannel;
      readonly actor: ThreadActor;
      /** Its owner, who is its first member. */
      readonly member: ThreadMember;
      /** The message that it was started from. */
      readonly source?: Message;
    }
  | {
      readonly kind: "threadUpdated";
      readonly placed: PlacedThread;
      /** Whether it was archived before, and is active now. */
      readonly isUnarchived: boolean;
      /** The user who renamed it. */
      readonly renamedBy?: ThreadActor;
    }
  /** As it was, with the users who saw it. */
  | { readonly kind: "threadDeleted"; readonly placed: PlacedThread }
  | {
      readonly kind: "threadMembersChanged";
      readonly placed: PlacedThread;
      readonly added: readonly ThreadMember[];
      readonly removedIds: readonly Snowflake[];
      /** Another user, who added or removed them. */
      readonly by?: ThreadActor;
    };
