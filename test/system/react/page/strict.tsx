import { useRef, useState } from "react";
import {
  useCall,
  useConnected,
  useEncryption,
  useFriends,
  useLevel,
  useLobbies,
  useLobby,
  useMembers,
  useMessages,
  useParticipants,
  usePresence,
  useRelationships,
  useSession,
  useSocialEvent,
  useSpeaking,
  useUser,
} from "@sdkpp/react";
import { RelationshipType, StatusType } from "sdkpp/enums";
import type { LobbyId } from "sdkpp/surface";
import { frames } from "./deadline.js";
import { call, friends, LOBBY, message, participant, put, relationship, user, userId } from "./records.js";
import { sceneWith } from "./scene.js";

const ID = userId(11);
let identities = new Set<unknown>();
let shown: object = {};

function Everything() {
  const ref = useRef<HTMLElement>(null);
  const [heard, setHeard] = useState<string[]>([]);
  useSocialEvent("messageCreated", ({ content }) => setHeard([...heard, content]));
  useLevel(LOBBY, ID, ref);
  const online = useFriends((all) =>
    all.filter(({ user: one }) => one.status === StatusType.Online).map(({ id }) => id),
  );
  identities.add(online);
  shown = {
    own: useUser()?.displayName,
    connected: useConnected(),
    player: useSession()?.userId,
    presence: usePresence(ID),
    requests: useRelationships(),
    lobbies: useLobbies(),
    name: useLobby(LOBBY, (lobby) => lobby?.metadata["name"]),
    none: useLobby(undefined),
    members: useMembers(LOBBY),
    participants: useParticipants(LOBBY),
    call: useCall(LOBBY).call?.selfMute,
    encryption: useEncryption(LOBBY),
    speaking: useSpeaking(LOBBY, ID),
    messages: useMessages(LOBBY).messages.map(({ content }) => content),
    heard,
    online,
  };
  return <b ref={ref} />;
}

/** All hooks under StrictMode, and what React complains of. */
export async function strict() {
  const complaints: string[] = [];
  const { error } = console;
  console.error = (...args: unknown[]) => complaints.push(args.map(String).join(" "));
  const member = { lobbyId: LOBBY, userId: ID, canLinkLobby: false, connected: true, metadata: {} };
  const scene = await sceneWith([
    ...friends(3),
    put("users", user(20)),
    put("relationships", relationship(20, { discordRelationshipType: RelationshipType.PendingIncoming })),
    put("relationships", relationship(9, { discordRelationshipType: RelationshipType.Blocked })),
    put("lobbies", { id: LOBBY, metadata: { name: "Room" }, linkedChannel: undefined }),
    put("members", member),
    put("members", { ...member, userId: userId(9) }),
    put("members", { ...member, lobbyId: "5001" as LobbyId }),
    put("participants", participant(11)),
    put("calls", call()),
  ]);
  await scene.render(<Everything />, true);
  // StrictMode begins, ends and begins again: the first ask was cancelled
  await scene.far.call("getLobbyMessagesWithLimit");
  scene.far.done(await scene.far.call("getLobbyMessagesWithLimit"), [message(2), message(1)]);
  await frames("the page", () => (shown as { messages: string[] }).messages.length === 2);
  identities = new Set();
  await scene.far.frame({
    events: [["messageCreated", message(3)]],
    changes: [
      put("participants", participant(11, { isSpeaking: true })),
      put("users", user(12, { avatarUrl: "another" })),
      put("calls", call({ selfMute: true })),
    ],
  });
  await scene.far.frame({ events: [["messageCreated", message(4)]] });
  const result = { shown, identities: identities.size };
  scene.end();
  console.error = error;
  return { ...result, complaints };
}
