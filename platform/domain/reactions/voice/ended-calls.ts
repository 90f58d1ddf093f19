import { VoiceCloseCode } from "sdkpp/wire";
import type { Fact, FactOf } from "../../facts/facts.js";
import { endCallsOfSession, leaveCall } from "../../rules/voice/calls.js";
import type { World } from "../../world/world.js";

/** Ends every call in a deleted lobby. */
export function endLobbyCalls(world: World, { lobby }: FactOf<"lobbyDeleted">): Fact[] {
  return world.voice
    .membersOf(lobby.id)
    .flatMap((one) => leaveCall(world, one, VoiceCloseCode.CallTerminated, lobby));
}

/** Ends the call of a removed member; the member still hears of that. */
export function endMemberCall(world: World, { before, member }: FactOf<"lobbyMemberRemoved">): Fact[] {
  const call = world.voice.get(before.id, member.id);
  return call === undefined ? [] : leaveCall(world, call, VoiceCloseCode.Disconnected, before);
}

export function endSessionCalls(world: World, { session }: FactOf<"sessionClosed">): Fact[] {
  return endCallsOfSession(world, session.sessionId);
}
