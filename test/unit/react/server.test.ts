// A server has no state: the hooks return what a page shows before its state has come.
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { Social } from "@sdkpp/electron/renderer";
import {
  SdkppProvider,
  useCall,
  useConnected,
  useDevices,
  useFriends,
  useInvites,
  useLevel,
  useLobbies,
  useLobby,
  useMembers,
  useMessages,
  useOperation,
  useRelationshipGroups,
  useRelationships,
  useSession,
  useSpeaking,
  useUser,
} from "@sdkpp/react";
import type { LobbyId, UserId } from "sdkpp/surface";
import { expect, it } from "vitest";

const LOBBY = "5" as LobbyId;
const USER = "6" as UserId;

it("renders defaults on a server", () => {
  let seen: Record<string, unknown> = {};
  const Everything = () => {
    useLevel(LOBBY, USER, { current: null });
    seen = {
      connected: useConnected(),
      own: useUser(),
      session: useSession(),
      groups: useRelationshipGroups(),
      friends: useFriends(),
      count: useFriends((all) => all.length),
      requests: useRelationships(),
      lobbies: useLobbies(),
      invites: useInvites(),
      name: useLobby(LOBBY, (lobby) => lobby?.metadata["name"] ?? "nameless"),
      members: useMembers(LOBBY),
      messages: useMessages(LOBBY).isLoading,
      none: useMessages(undefined).isLoading,
      call: useCall(LOBBY).call,
      speaking: useSpeaking(LOBBY, USER),
      devices: useDevices(),
      running: useOperation("signIn").isRunning,
    };
    return createElement("b", null, "rendered");
  };
  const social = new Social();
  // a mirror that has a state already makes no difference: a page begins without one
  social.state.take([["lobbies", LOBBY, { id: LOBBY, metadata: {}, linkedChannel: undefined }]], true, true);
  const text = renderToString(createElement(SdkppProvider, { social }, createElement(Everything)));
  expect(text).toBe("<b>rendered</b>");
  expect(seen).toEqual({
    connected: false,
    own: undefined,
    session: undefined,
    groups: { 0: [], 1: [], 2: [] },
    friends: [],
    count: 0,
    requests: { incoming: [], outgoing: [], blocked: [] },
    lobbies: [],
    invites: [],
    name: "nameless",
    members: [],
    messages: true,
    none: false,
    call: undefined,
    speaking: false,
    devices: undefined,
    running: false,
  });
});

it("names the provider where it is missing", () => {
  const Alone = () => createElement("b", null, String(useConnected()));
  expect(() => renderToString(createElement(Alone))).toThrow("<SdkppProvider>");
});
