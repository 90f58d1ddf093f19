import {
  useCall,
  useLevel,
  useOperation,
  useParticipant,
  useParticipants,
  useSession,
  useSpeaking,
  type LobbyCall,
} from "@sdkpp/react";
import { AudioModeType, CallStatus } from "sdkpp/enums";
import type { CallRecord, LobbyId, UserId } from "sdkpp/surface";
import { useRef, type ReactElement } from "react";
import { Failure } from "../parts/failure.js";
import { Slider } from "../parts/slider.js";
import { useName } from "../parts/user-name.js";
import { TalkKey } from "../parts/talk-key.js";

export function Voice({ lobbyId }: { lobbyId: LobbyId }): ReactElement {
  const own = useCall(lobbyId);
  const participants = useParticipants(lobbyId);
  const join = useOperation(own.join);
  return (
    <section aria-labelledby="voice">
      <h2 id="voice">Voice</h2>
      {own.call === undefined ? (
        <button disabled={join.isRunning} onClick={() => void join.run()}>
          Join the call
        </button>
      ) : (
        <Controls own={own} call={own.call} />
      )}
      <Failure error={join.error} />
      <ul>
        {participants.map((id) => (
          <Participant key={id} lobbyId={lobbyId} userId={id} />
        ))}
      </ul>
    </section>
  );
}

function Controls({ own, call }: { own: LobbyCall; call: CallRecord }): ReactElement {
  const run = useOperation((_social, _signal, act: () => Promise<void>) => act());
  const setMode = useOperation("setAudioMode");
  const { MODE_PTT, MODE_VAD } = AudioModeType;
  const isByKey = call.audioMode === MODE_PTT;
  return (
    <>
      <p role="status">{call.status === CallStatus.Connected ? "You are in the call." : "Connecting…"}</p>
      <div className="row">
        <button onClick={() => void run.run(own.leave)}>Leave the call</button>
        <button aria-pressed={call.selfMute} onClick={() => void run.run(() => own.mute(!call.selfMute))}>
          Mute
        </button>
        <button aria-pressed={call.selfDeaf} onClick={() => void run.run(() => own.deafen(!call.selfDeaf))}>
          Deafen
        </button>
        <button
          aria-pressed={isByKey}
          onClick={() => void setMode.run(call.lobbyId, isByKey ? MODE_VAD : MODE_PTT)}
        >
          Push to talk
        </button>
        {isByKey && <TalkKey onKey={(isDown) => void run.run(() => own.pushToTalk(isDown))} />}
      </div>
      <Failure error={run.error ?? setMode.error} />
    </>
  );
}

function Participant({ lobbyId, userId }: { lobbyId: LobbyId; userId: UserId }): ReactElement {
  const name = useName(userId);
  const isOwn = useSession()?.userId === userId;
  const isSpeaking = useSpeaking(lobbyId, userId);
  const isMuted = useParticipant(lobbyId, userId, (one) => one?.selfMute ?? false);
  const volume = useParticipant(lobbyId, userId, (one) => one?.volume ?? 100);
  const isInCall = useCall(lobbyId).call !== undefined;
  const setVolume = useOperation("setParticipantVolume");
  const level = useRef<HTMLSpanElement>(null);
  useLevel(lobbyId, userId, level);
  return (
    <li className={isSpeaking ? "speaking" : ""}>
      <span className="name">{name}</span>
      {/* the bar moves with every frame; the words say what of it matters to who does not see it */}
      <span ref={level} className="level" aria-hidden="true" />
      <span className="quiet">{stateOf(isMuted, isSpeaking)}</span>
      {!isOwn && isInCall && (
        <Slider
          label={`Volume of ${name}`}
          value={volume}
          max={200}
          onMove={(percent) => void setVolume.run(lobbyId, userId, percent)}
        />
      )}
      <Failure error={setVolume.error} />
    </li>
  );
}

function stateOf(isMuted: boolean, isSpeaking: boolean): string {
  if (isMuted) return "muted";
  return isSpeaking ? "speaks" : "silent";
}
