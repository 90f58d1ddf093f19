import type { Call, Subscription } from "sdkpp";
import { CallError, CallStatus } from "sdkpp/enums";
import type {
  CallRecord,
  EventArguments,
  EventName,
  LobbyId,
  ParticipantRecord,
  UserId,
} from "sdkpp/surface";

/** Something happened that is no change of a record. */
export type CallEvent = <K extends EventName>(name: K, args: EventArguments<K>) => void;

export interface CallWatchParts {
  readonly event: CallEvent;
  readonly changed: () => void;
  readonly over: () => void;
  readonly participantChanged: (userId: bigint) => void;
  /** somebody came or went */
  readonly participantsChanged: () => void;
}

/** A call of the player: what pages are shown of it. */
export class CallWatch {
  readonly call: Call;
  readonly #lobbyId: LobbyId;
  readonly #parts: CallWatchParts;
  readonly #subscriptions: Subscription[];
  readonly #speaking = new Set<bigint>();
  #error: CallError = CallError.None;

  constructor(call: Call, parts: CallWatchParts) {
    this.call = call;
    this.#lobbyId = String(call.getChannelId()) as LobbyId;
    this.#parts = parts;
    this.#subscriptions = this.#listen();
  }

  end(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  record(): CallRecord {
    const { call } = this;
    const { state, privacyCode } = call.getEncryptionStatus();
    return {
      lobbyId: this.#lobbyId,
      status: call.getStatus(),
      error: this.#error,
      selfMute: call.getSelfMute(),
      selfDeaf: call.getSelfDeaf(),
      audioMode: call.getAudioMode(),
      pttActive: call.getPTTActive(),
      encryption: { state, privacyCode },
    };
  }

  participant(userId: bigint): Pick<ParticipantRecord, "isSpeaking" | "isLocallyMuted" | "volume"> {
    return {
      isSpeaking: this.#speaking.has(userId),
      isLocallyMuted: this.call.getLocalMute(userId),
      volume: this.call.getParticipantVolume(userId),
    };
  }

  #listen(): Subscription[] {
    const { event, changed } = this.#parts;
    const { call } = this;
    const lobbyId = this.#lobbyId;
    return [
      call.on("statusChanged", (status, error) => this.#statusChanged(status, error)),
      call.on("encryptionChanged", changed),
      call.on("participantChanged", (userId, added) => this.#cameOrWent(userId, added)),
      call.on("speakingStatusChanged", (userId, isSpeaking) => this.#spoke(userId, isSpeaking)),
      call.on("moved", ({ reason, framesSkipped, gapMs }) =>
        event("callMoved", [lobbyId, { reason, framesSkipped, gapMs }]),
      ),
      call.on("unannouncedMember", ({ userId }) => event("unannouncedMember", [lobbyId, idOf(userId)])),
      call.on("memberKeyChanged", ({ userId }, wasVerified) =>
        event("memberKeyChanged", [lobbyId, idOf(userId), wasVerified]),
      ),
    ];
  }

  #statusChanged(status: CallStatus, error: CallError): void {
    this.#error = error;
    this.#parts[status === CallStatus.Disconnected ? "over" : "changed"]();
  }

  #cameOrWent(userId: bigint, added: boolean): void {
    if (!added) this.#speaking.delete(userId);
    this.#parts.participantChanged(userId);
    this.#parts.participantsChanged();
  }

  #spoke(userId: bigint, isSpeaking: boolean): void {
    this.#speaking[isSpeaking ? "add" : "delete"](userId);
    this.#parts.participantChanged(userId);
  }
}

function idOf(userId: bigint): UserId {
  return String(userId) as UserId;
}
