import { useRef, type ReactNode } from "react";
import { flushSync } from "react-dom";
import {
  useCall,
  useConnected,
  useDevices,
  useEncryption,
  useFriends,
  useLevel,
  useLobbies,
  useLobby,
  useMember,
  useMembers,
  useMessages,
  useOperation,
  useParticipants,
  usePresence,
  useRelationship,
  useRelationshipGroups,
  useRelationships,
  useSession,
  useSocialEvent,
  useSpeaking,
  useUser,
  useVoiceSettings,
  SdkppProvider,
} from "@sdkpp/react";
import type { Social } from "@sdkpp/electron/renderer";
import { friends, LOBBY, userId } from "./records.js";
import { committed, sceneWith } from "./scene.js";

const MOUNTS = 1000;
const ID = userId(10);

function Everything() {
  const ref = useRef<HTMLElement>(null);
  useLevel(LOBBY, ID, ref);
  useSocialEvent("messageCreated", () => undefined);
  useOperation("leaveLobby");
  useMessages({ userId: ID });
  const seen = [
    [useCall(LOBBY), useConnected(), useDevices(), useEncryption(LOBBY), useLobbies(), useLobby(LOBBY)],
    [useMember(LOBBY, ID), useMembers(LOBBY), useMessages(LOBBY), useParticipants(LOBBY), usePresence(ID)],
    [useRelationship(ID), useRelationships(), useSession(), useSpeaking(LOBBY, ID), useVoiceSettings()],
    [useUser(), useUser(ID), useFriends(), useRelationshipGroups()],
  ];
  return <i ref={ref}>{seen.flat().length}</i>;
}

/** Counts what is listened to, and not ended, by everything that a page can listen to. */
function counted(social: Social): () => number {
  let listeners = 0;
  const count = <A extends unknown[]>(watch: (...args: A) => () => void) => {
    return (...args: A): (() => void) => {
      const end = watch(...args);
      let isEnded = false;
      listeners += 1;
      return () => {
        end();
        if (!isEnded) listeners -= 1;
        isEnded = true;
      };
    };
  };
  social.state.watch = count(social.state.watch.bind(social.state)) as typeof social.state.watch;
  social.state.watchKeys = count(social.state.watchKeys.bind(social.state));
  social.state.watchPieces = count(social.state.watchPieces.bind(social.state));
  social.levels.watch = count(social.levels.watch.bind(social.levels));
  social.on = count(social.on.bind(social) as never) as typeof social.on;
  social.watchConnection = count(social.watchConnection.bind(social));
  return () => listeners;
}

function below(social: Social, node: ReactNode) {
  return <SdkppProvider social={social}>{node}</SdkppProvider>;
}

/** All hooks, mounted and unmounted a thousand times. */
export async function leaks() {
  const scene = await sceneWith(friends(20));
  const listeners = counted(scene.social);
  let most = 0;
  for (let mount = 0; mount < MOUNTS; mount += 1) {
    flushSync(() => scene.root.render(below(scene.social, <Everything />)));
    most = Math.max(most, listeners());
    flushSync(() => scene.root.render(below(scene.social, null)));
  }
  await committed();
  const left = listeners();
  const heard = (type: string): number => scene.far.heard.filter((one) => one.type === type).length;
  // what was posted last is still on its way through the port
  await scene.far.until(
    "an end of each call",
    () => heard("call") === 2 * MOUNTS && heard("cancel") >= 2 * MOUNTS,
  );
  scene.end();
  return { most, left, asked: heard("call"), cancelled: heard("cancel") };
}
