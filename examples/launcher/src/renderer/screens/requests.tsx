import { useOperation, useRelationship, useRelationships } from "@sdkpp/react";
import { RelationshipType } from "sdkpp/enums";
import type { UserId } from "sdkpp/surface";
import { useState, type FormEvent, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Screen } from "../parts/screen.js";
import { useName } from "../parts/user-name.js";

export function Requests(): ReactElement {
  const { incoming, outgoing } = useRelationships();
  return (
    <Screen title="Requests">
      <SendRequest />
      <section aria-labelledby="incoming">
        <h2 id="incoming">They ask you</h2>
        <ul aria-live="polite">
          {incoming.map((id) => (
            <Incoming key={id} id={id} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="outgoing">
        <h2 id="outgoing">You ask them</h2>
        <ul>
          {outgoing.map((id) => (
            <Outgoing key={id} id={id} />
          ))}
        </ul>
      </section>
    </Screen>
  );
}

function SendRequest(): ReactElement {
  const [username, setUsername] = useState("");
  const send = useOperation("sendGameFriendRequest");
  const submit = async (): Promise<void> => {
    if ((await send.run(username)).isDone) setUsername("");
  };
  return (
    <form onSubmit={(event) => submitted(event, submit)}>
      <label htmlFor="username">Name of a player</label>
      <input
        id="username"
        autoComplete="off"
        required
        value={username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <button disabled={send.isRunning}>Ask to be friends</button>
      <Failure error={send.error} />
    </form>
  );
}

function submitted(event: FormEvent, submit: () => Promise<void>): void {
  event.preventDefault();
  void submit();
}

function Incoming({ id }: { id: UserId }): ReactElement {
  const name = useName(id);
  const isGame = useRelationship(id)?.gameRelationshipType === RelationshipType.PendingIncoming;
  const accept = useOperation(isGame ? "acceptGameFriendRequest" : "acceptDiscordFriendRequest");
  const reject = useOperation(isGame ? "rejectGameFriendRequest" : "rejectDiscordFriendRequest");
  return (
    <li>
      <span className="name">{name}</span>
      <button aria-label={`Accept ${name}`} disabled={accept.isRunning} onClick={() => void accept.run(id)}>
        Accept
      </button>
      <button aria-label={`Reject ${name}`} disabled={reject.isRunning} onClick={() => void reject.run(id)}>
        Reject
      </button>
      <Failure error={accept.error ?? reject.error} />
    </li>
  );
}

function Outgoing({ id }: { id: UserId }): ReactElement {
  const name = useName(id);
  const isGame = useRelationship(id)?.gameRelationshipType === RelationshipType.PendingOutgoing;
  const cancel = useOperation(isGame ? "cancelGameFriendRequest" : "cancelDiscordFriendRequest");
  return (
    <li>
      <span className="name">{name}</span>
      <button aria-label={`Cancel ${name}`} disabled={cancel.isRunning} onClick={() => void cancel.run(id)}>
        Cancel
      </button>
      <Failure error={cancel.error} />
    </li>
  );
}
