import { useMessages, useOperation } from "@sdkpp/react";
import type { LobbyId, MessageRecord } from "sdkpp/surface";
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { UserName } from "../parts/user-name.js";

export function Chat({ lobbyId }: { lobbyId: LobbyId }): ReactElement {
  const { messages, isLoading, error, hasMore, loadMore, reload } = useMessages(lobbyId);
  const newest = messages.at(-1)?.id;
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [newest]);
  return (
    <section aria-labelledby="chat">
      <h2 id="chat">Chat</h2>
      {hasMore && (
        <button disabled={isLoading} onClick={loadMore}>
          Older messages
        </button>
      )}
      <Failure error={error} />
      {error && <button onClick={reload}>Try again</button>}
      <div className="log" role="log" aria-labelledby="chat" aria-busy={isLoading} tabIndex={0} ref={log}>
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </div>
      <Write lobbyId={lobbyId} />
    </section>
  );
}

function Message({ message }: { message: MessageRecord }): ReactElement {
  const sent = new Date(message.sentTimestamp);
  return (
    <p>
      <UserName id={message.authorId} />{" "}
      <time className="quiet" dateTime={sent.toISOString()}>
        {sent.toLocaleTimeString([], { timeStyle: "short" })}
      </time>{" "}
      <span>{message.content}</span>
    </p>
  );
}

function Write({ lobbyId }: { lobbyId: LobbyId }): ReactElement {
  const [text, setText] = useState("");
  const send = useOperation("sendLobbyMessage");
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if ((await send.run(lobbyId, text)).isDone) setText("");
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label htmlFor="message">Message</label>
      <input
        id="message"
        autoComplete="off"
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button disabled={send.isRunning}>Send</button>
      <Failure error={send.error} />
    </form>
  );
}
