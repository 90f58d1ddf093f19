import type { CallMember } from "@sdkpp/platform";
import type { HearingFigures } from "./figures.js";

/**
 * Why somebody is not heard, in the order in which it is looked for:
 * - `NOT_IN_CALL`: the two are not in the same call
 * - `SILENCED`: the speaker is muted for all members, or in the audience of a stage
 * - `DEAF`: the listener is deaf
 * - `NOT_SPEAKING`: the speaker has not announced that it speaks, or has sent nothing
 * - `NOTHING_RECEIVED`: what it sends does not reach the listener
 * - `UNDECRYPTABLE`: the listener has no key for what it receives
 * - `SILENT`: what it receives is silence
 * - `DAMAGED`: what it receives is too little, or not what was asked for
 */
export type NotHeardCause =
  | "NOT_IN_CALL"
  | "SILENCED"
  | "DEAF"
  | "NOT_SPEAKING"
  | "NOTHING_RECEIVED"
  | "UNDECRYPTABLE"
  | "SILENT"
  | "DAMAGED";

/** Somebody in a call, as the platform knows it. */
export type Present = Omit<CallMember, "userId">;

/** The facts from which a cause follows. */
export interface Circumstances {
  /** undefined: not in the call */
  readonly speaker: Present | undefined;
  readonly listener: Present | undefined;
  readonly figures: HearingFigures;
}

/** −60 dBFS: no speech is so soft, and an encoder makes no more of silence. */
const SILENCE_DBFS = -60;

/** Each cause and whether it holds, in their order; the last one always does. */
const CAUSES: readonly (readonly [NotHeardCause, (circumstances: Circumstances) => boolean])[] = [
  [
    "NOT_IN_CALL",
    ({ speaker, listener }) => speaker === undefined || speaker.channelId !== listener?.channelId,
  ],
  ["SILENCED", ({ speaker }) => speaker?.mute === true || speaker?.suppress === true],
  ["DEAF", ({ listener }) => listener?.selfDeaf === true || listener?.deaf === true],
  ["NOT_SPEAKING", isQuiet],
  ["NOTHING_RECEIVED", ({ figures }) => figures.packetsReceived === 0],
  ["UNDECRYPTABLE", ({ figures }) => figures.undecryptable * 2 > figures.packetsReceived],
  ["SILENT", ({ figures }) => figures.decodedSeconds > 0 && figures.peakDbfs < SILENCE_DBFS],
  ["DAMAGED", () => true],
];

export function causeOf(circumstances: Circumstances): NotHeardCause {
  return CAUSES.find(([, holds]) => holds(circumstances))?.[0] ?? "DAMAGED";
}

function isQuiet({ speaker, figures }: Circumstances): boolean {
  if (figures.packetsReceived > 0) return false;
  // What a stranger has sent is known where the platform has received it; before that, its word counts.
  const isSending = figures.packetsAtPlatform > 0 || speaker?.isSpeaking === true;
  return (
    speaker?.hasAnnounced !== true ||
    figures.packetsSent === 0 ||
    (figures.packetsSent === undefined && !isSending)
  );
}
