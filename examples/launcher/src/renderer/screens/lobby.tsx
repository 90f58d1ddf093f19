import { useLobbies, useMember, useMembers, useOperation } from "@sdkpp/react";
import type { LobbyId, UserId } from "sdkpp/surface";
import { useState, type FormEvent, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Screen } from "../parts/screen.js";
import { UserName } from "../parts/user-name.js";
import { Chat } from "./chat.js";
import { Encryption } from "./encryption.js";
import { Voice } from "./voice.js";

/** The newest lobby of the player, or a way into one. */
export function Lobby(): ReactElement {
  const lobbyId = useLobbies().at(-1);
  return <Screen title="Lobby">{lobbyId === undefined ? <Join /> : <Room lobbyId={lobbyId} />}</Screen>;
}

function Join(): ReactElement {
  const [secret, setSecret] = useState("");
  const join = useOperation("createOrJoinLobby");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void join.run(secret);
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="secret">Secret of the lobby</label>
      <input
        id="secret"
        autoComplete="off"
        required
        value={secret}
        onChange={({ target }) => setSecret(target.value)}
      />
      <button disabled={join.isRunning}>Join the lobby</button>
      <Failure error={join.error} />
    </form>
  );
}

function Room({ lobbyId }: { lobbyId: LobbyId }): ReactElement {
  const members = useMembers(lobbyId);
  const leave = useOperation("leaveLobby");
  return (
    <div className="room">
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <ul aria-live="polite">
          {members.map((id) => (
            <Member key={id} lobbyId={lobbyId} userId={id} />
          ))}
        </ul>
        <button disabled={leave.isRunning} onClick={() => void leave.run(lobbyId)}>
          Leave the lobby
        </button>
        <Failure error={leave.error} />
      </section>
      <Voice lobbyId={lobbyId} />
      <Encryption lobbyId={lobbyId} />
      <Chat key={lobbyId} lobbyId={lobbyId} />
    </div>
  );
}

function Member({ lobbyId, userId }: { lobbyId: LobbyId; userId: UserId }): ReactElement {
  const isHere = useMember(lobbyId, userId)?.connected ?? false;
  return (
    <li>
      <UserName id={userId} />
      {!isHere && <span className="quiet">away</span>}
    </li>
  );
}
