import type { UserAudioCapturedCallback, UserAudioReceivedCallback } from "../../../native/index.js";
import type { Call } from "./call.js";
import type { IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { CallsArea } from "./calls-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: calls. */
export interface CallMembers {
  /**
   * Starts or joins the call of a lobby. It returns at once; the call's status callback reports the progress.
   * @returns an invalid call when already in it, or when the client is not ready
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED (another `addonPath` is in use). With the host option
   * `voiceHost` such a call ends, and `connected()` rejects with the words
   * @example
   * const call = client.startCall(lobbyId);
   * call.setStatusChangedCallback((status) => console.log(Call.statusToString(status)));
   * await client.endCall(lobbyId);
   * @mirrors Client::StartCall
   */
  startCall(channelId: IdLike): Call;

  /**
   * As {@link startCall}; the callbacks may change the samples in place, and the samples are valid during the callback only.
   * @throws {ArgumentError} with the host option `voiceHost`, whose callbacks come from the module of `audioCallbacks`; else as {@link startCall}
   * @mirrors Client::StartCallWithAudioCallbacks
   */
  startCallWithAudioCallbacks(
    lobbyId: IdLike,
    receivedCb: UserAudioReceivedCallback,
    capturedCb: UserAudioCapturedCallback,
  ): Call;

  /** Gets the client's call in a lobby. @returns an invalid call when not in it. @mirrors Client::GetCall */
  getCall(channelId: IdLike): Call;

  /** Gets the client's calls. @mirrors Client::GetCalls */
  getCalls(): Call[];

  /** Ends a call. It completes when the call is disconnected; its `Call` objects become invalid. @mirrors Client::EndCall */
  endCall: Operation<[channelId: IdLike], void, []>;

  /** Ends every call. @mirrors Client::EndCalls */
  endCalls: Operation<[], void, []>;

  /**
   * Sets the callback for users who join or leave a call, including calls that the client is not in; undefined removes it.
   * @mirrors Client::SetVoiceParticipantChangedCallback
   */
  setVoiceParticipantChangedCallback(cb: ClientEvents["voiceParticipantChanged"] | undefined): void;
}

interface Parts {
  calls: CallsArea;
  events: EventHub<ClientEvents>;
}

export const callMembers: MembersOf<CallMembers, Parts> = {
  startCall: ({ calls }, channelId) => calls.start(channelId),
  startCallWithAudioCallbacks: ({ calls }, lobbyId, receivedCb, capturedCb) =>
    calls.startWithAudioCallbacks(lobbyId, receivedCb, capturedCb),
  getCall: ({ calls }, channelId) => calls.get(channelId),
  getCalls: ({ calls }) => calls.all(),
  endCall: ({ calls }, channelId) => calls.end(channelId),
  endCalls: ({ calls }) => calls.endEach(),
  setVoiceParticipantChangedCallback: ({ events }, cb) => events.setCallback("voiceParticipantChanged", cb),
};
