import { useInvites, useOperation } from "@sdkpp/react";
import { ActivityActionTypes } from "sdkpp/enums";
import type { InviteRecord, MessageId } from "sdkpp/surface";
import { useState, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { useName } from "../parts/user-name.js";

/** Invites that the player has not answered yet, above every screen. An accepted one leaves the list while its lobby is still joined. */
export function Invites({ onJoined }: { onJoined: () => void }): ReactElement {
  const [ignored, ignore] = useState<readonly MessageId[]>([]);
  const invites = useInvites().filter(({ messageId }) => !ignored.includes(messageId));
  const accept = useOperation(async ({ operations }, signal, invite: InviteRecord) => {
    if (isRequest(invite)) return operations.sendActivityJoinRequestReply(invite, { signal });
    const secret = await operations.acceptActivityInvite(invite, { signal });
    await operations.createOrJoinLobby(secret, { signal });
    onJoined();
  });
  return (
    <section className="invites" aria-label="Invites" aria-live="polite">
      {invites.map((invite) => (
        <Invite
          key={invite.messageId}
          invite={invite}
          isAnswering={accept.isRunning}
          onAccept={() => void accept.run(invite)}
          onIgnore={() => ignore([...ignored, invite.messageId])}
        />
      ))}
      {accept.error !== undefined && (
        <div className="row">
          <Failure error={accept.error} />
          <button onClick={accept.reset}>Close</button>
        </div>
      )}
    </section>
  );
}

interface InviteProps {
  readonly invite: InviteRecord;
  readonly isAnswering: boolean;
  readonly onAccept: () => void;
  readonly onIgnore: () => void;
}

function Invite({ invite, isAnswering, onAccept, onIgnore }: InviteProps): ReactElement {
  const name = useName(invite.senderId);
  return (
    <div className="row">
      <p>{isRequest(invite) ? `${name} would like to join you.` : `${name} invites you to play.`}</p>
      <button disabled={isAnswering} onClick={onAccept}>
        Accept
      </button>
      <button onClick={onIgnore}>Ignore</button>
    </div>
  );
}

function isRequest({ type }: InviteRecord): boolean {
  return type === ActivityActionTypes.JoinRequest;
}
