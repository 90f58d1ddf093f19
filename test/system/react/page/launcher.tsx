import { useRef, useState } from "react";
import {
  useCall,
  useConnected,
  useDevices,
  useFriends,
  useLevel,
  useLobbies,
  useMessages,
  useOperation,
  useParticipants,
  usePresence,
  useRelationshipGroups,
  useRelationships,
  useSession,
  useSpeaking,
  useUser,
} from "@sdkpp/react";
import { ClientStatus, RelationshipGroupType, RelationshipType } from "sdkpp/enums";
import type { LobbyId, UserId } from "sdkpp/surface";
import { frames } from "./deadline.js";
import {
  call as callRecord,
  friends,
  LOBBY,
  message,
  participant,
  put,
  relationship,
  session,
  user,
} from "./records.js";
import { committed, sceneWith } from "./scene.js";

// A launcher as the documentation has it: what stands beside its elements is all the glue there is.

function Friend({ id }: { readonly id: UserId }) {
  const presence = usePresence(id);
  return (
    <li>
      {useUser(id)?.displayName}: {presence?.activity?.name ?? "nothing"}
    </li>
  );
}

function Friends() {
  const { [RelationshipGroupType.OnlineElsewhere]: elsewhere } = useRelationshipGroups();
  const count = useFriends((all) => all.length);
  return (
    <ul aria-label={`${String(count)} friends`}>
      {elsewhere.map((id) => (
        <Friend key={id} id={id} />
      ))}
    </ul>
  );
}

function Request({ id }: { readonly id: UserId }) {
  const accept = useOperation("acceptGameFriendRequest");
  const both = useOperation(async ({ operations }, signal, other: UserId) => {
    await operations.acceptDiscordFriendRequest(other, { signal });
    return operations.searchFriendsByUsername("", { signal });
  });
  return (
    <button disabled={accept.isRunning || both.isRunning} onClick={() => void accept.run(id)}>
      {accept.error?.message ?? "accept"} {both.value?.[0]?.displayName}
    </button>
  );
}

function Chat({ lobbyId }: { readonly lobbyId: LobbyId }) {
  const [text, setText] = useState("hello");
  const { messages, hasMore, loadMore } = useMessages(lobbyId);
  const send = useOperation("sendLobbyMessage");
  const submit = async (): Promise<void> => {
    if ((await send.run(lobbyId, text)).isDone) setText("");
  };
  return (
    <form action={() => void submit()}>
      {hasMore && <button onClick={loadMore}>more</button>}
      {messages.map(({ id, content }) => (
        <p key={id}>{content}</p>
      ))}
      <input value={text} onChange={({ target }) => setText(target.value)} />
      <button>send</button>
    </form>
  );
}

function Speaker({ lobbyId, id }: { readonly lobbyId: LobbyId; readonly id: UserId }) {
  const meter = useRef<HTMLElement>(null);
  useLevel(lobbyId, id, meter);
  return <b ref={meter}>{useSpeaking(lobbyId, id) ? "speaks" : "listens"}</b>;
}

function Call({ lobbyId }: { readonly lobbyId: LobbyId }) {
  const { call, join, mute } = useCall(lobbyId);
  const participants = useParticipants(lobbyId);
  if (call === undefined) return <button onClick={() => void join()}>join</button>;
  return (
    <section>
      <button onClick={() => void mute(!call.selfMute)}>{call.selfMute ? "unmute" : "mute"}</button>
      {participants.map((id) => (
        <Speaker key={id} lobbyId={lobbyId} id={id} />
      ))}
    </section>
  );
}

function Launcher() {
  const status = useSession()?.status;
  const isConnected = useConnected();
  const { incoming } = useRelationships();
  const lobbies = useLobbies();
  const devices = useDevices();
  if (status !== ClientStatus.Ready) return <h1>sign in</h1>;
  return (
    <main aria-busy={!isConnected}>
      <Friends />
      {incoming.map((id) => (
        <Request key={id} id={id} />
      ))}
      {lobbies.map((id) => [
        <Chat key={`chat ${id}`} lobbyId={id} />,
        <Call key={`call ${id}`} lobbyId={id} />,
      ])}
      <select>
        {devices?.inputs.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </select>
    </main>
  );
}

/** What a player does in a launcher. */
export async function launcher() {
  const scene = await sceneWith([put("session", session({ status: 0 }))]);
  const { far, element } = scene;
  await scene.render(<Launcher />);
  const signedOut = scene.text();
  await far.frame({
    changes: [
      ...friends(2),
      put("users", user(20)),
      put(
        "relationships",
        relationship(20, {
          discordRelationshipType: 0,
          gameRelationshipType: RelationshipType.PendingIncoming,
        }),
      ),
      put("lobbies", { id: LOBBY, metadata: {}, linkedChannel: undefined }),
      put("devices", {
        inputs: [{ id: "1", name: "Mic", isDefault: true }],
        outputs: [],
        inputId: "1",
        outputId: "",
      }),
    ],
  });
  const press = (name: string): void =>
    [...element.querySelectorAll("button")].find((one) => one.textContent.trim() === name)!.click();
  far.done(await far.call("getLobbyMessagesWithLimit"), [message(2), message(1)]);
  await frames("messages", () => scene.text().includes("m2"));
  const signedIn = scene.text();
  press("accept");
  const accepted = await far.call("acceptGameFriendRequest");
  far.failed(accepted, { code: "HTTPError", message: "too many friends", status: 400, retryable: false });
  await frames("the error", () => scene.text().includes("too many friends"));
  press("send");
  const sent = await far.call("sendLobbyMessage");
  far.done(sent, "3");
  await frames("an empty field", () => element.querySelector("input")!.value === "");
  press("join");
  const joined = await far.call("startCall");
  far.done(joined, undefined);
  await far.frame({
    changes: [put("calls", callRecord()), put("participants", participant(10, { isSpeaking: true }))],
  });
  press("mute");
  const muted = await far.call("setSelfMute");
  await committed();
  const inCall = scene.text();
  const asked = [accepted, sent, joined, muted].map(({ name, args }) => [name, ...args]);
  scene.end();
  return { signedOut, signedIn, inCall, asked };
}
