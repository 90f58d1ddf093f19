import { useMemo } from "react";
import type { Social } from "@sdkpp/electron/renderer";
import type { CallRecord, LobbyId } from "sdkpp/surface";
import { useSocial } from "../provider/use-social.js";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/** What the player does in the call of one lobby. Each rejects with an `OperationError`. */
export interface CallActions {
  readonly join: () => Promise<void>;
  readonly leave: () => Promise<void>;
  readonly mute: (mute: boolean) => Promise<void>;
  readonly deafen: (deaf: boolean) => Promise<void>;
  /** The key is down, or up again; without `AudioModeType.ModePTT` it changes nothing that is heard. */
  readonly pushToTalk: (active: boolean) => Promise<void>;
}

/** The player's call in a lobby. */
export interface LobbyCall extends CallActions {
  /** undefined while the player is in no call there */
  readonly call: CallRecord | undefined;
}

/**
 * Returns the player's call in a lobby and what it may do there. It renders when the call changes, and not with who speaks. The functions stay the same
 * for one lobby.
 * @example
 * const { call, join, leave, mute } = useCall(lobbyId);
 * if (call === undefined) return <button onClick={() => void join()}>Join</button>;
 * return <button onClick={() => void mute(!call.selfMute)}>{call.selfMute ? "Unmute" : "Mute"}</button>;
 */
export function useCall(lobbyId: LobbyId): LobbyCall {
  const social = useSocial();
  const call = useRecord("calls", lobbyId, whole<CallRecord | undefined>);
  const actions = useMemo(() => actionsOf(social, lobbyId), [social, lobbyId]);
  return useMemo(() => Object.assign({ call }, actions), [call, actions]);
}

function actionsOf({ operations }: Social, lobbyId: LobbyId): CallActions {
  return {
    join: () => operations.startCall(lobbyId),
    leave: () => operations.endCall(lobbyId),
    mute: (mute) => operations.setSelfMute(lobbyId, mute),
    deafen: (deaf) => operations.setSelfDeaf(lobbyId, deaf),
    pushToTalk: (active) => operations.setPTTActive(lobbyId, active),
  };
}
