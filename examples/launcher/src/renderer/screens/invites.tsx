import { useOperation, useSocialEvent } from "@sdkpp/react";
import { ActivityActionTypes } from "sdkpp/enums";
import type { InviteRecord } from "sdkpp/surface";
import { useState, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { useName } from "../parts/user-name.js";

/** Invites that the player has not answered yet, above every screen. */
export function Invites({ onJoined }: { onJoined: () => void }): ReactElement {
  const [invites, setInvites] = useState<readonly InviteRecord[]>([]);
  const without = (id: string): readonly InviteRecord[] =>
    invites.filter(({ messageId }) => messageId !== id);
  useSocialEvent("activityInviteCreated", (invite) => setInvites([...without(invite.messageId), invite]));
  useSocialEvent("activityInviteUpdated", (invite) => {
    if (!invite.valid) setInvites(without(invite.messageId));
  });
  return (
    <section className="invites" aria-label="Invites" aria-live="polite">
      {invites.map((invite) => (
        <Invite
          key={invite.messageId}
          invite={invite}
          onEnd={() => setInvites(without(invite.messageId))}
          onJoined={onJoined}
        />
      ))}
    </section>
  );
}

interface InviteProps {
  readonly invite: InviteRecord;
  readonly onEnd: () => void;
  readonly onJoined: () => void;
}

function Invite({ invite, onEnd, onJoined }: InviteProps): ReactElement {
  const name = useName(invite.senderId);
  const isRequest = invite.type === ActivityActionTypes.JoinRequest;
  const accept = useOperation(async ({ operations }, signal) => {
    if (isRequest) return operations.sendActivityJoinRequestReply(invite, { signal });
    const secret = await operations.acceptActivityInvite(invite, { signal });
    await operations.createOrJoinLobby(secret, { signal });
    onJoined();
  });
  const answer = async (): Promise<void> => {
    if ((await accept.run()).isDone) onEnd();
  };
  return (
    <div className="row">
      <p>{isRequest ? `${name} would like to join you.` : `${name} invites you to play.`}</p>
      <button disabled={accept.isRunning} onClick={() => void answer()}>
        Accept
      </button>
      <button onClick={onEnd}>Ignore</button>
      <Failure error={accept.error} />
    </div>
  );
}
