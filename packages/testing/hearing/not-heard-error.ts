import { SdkError } from "sdkpp";
import { causeOf, type Circumstances, type NotHeardCause } from "./cause.js";
import type { HearingFigures } from "./figures.js";

/** The names of the speaker and of the listener. */
export interface Names {
  readonly speaker: string;
  readonly listener: string;
}

/** The least that was asked for. */
export interface Wanted {
  readonly seconds: number;
  /** undefined: not asked for */
  readonly estoi: number | undefined;
}

/** Somebody was not heard; `cause` says why, and the message what to do. */
export class NotHeardError extends SdkError {
  override readonly cause: NotHeardCause;
  readonly figures: HearingFigures;

  /** @internal */
  constructor(names: Names, wanted: Wanted, circumstances: Circumstances) {
    const cause = causeOf(circumstances);
    const words = WORDS[cause](names, circumstances, wanted);
    super("NOT_HEARD", `${names.listener} does not hear ${names.speaker}: ${words}`);
    this.name = "NotHeardError";
    this.cause = cause;
    this.figures = circumstances.figures;
  }

  /** What programs of other languages read. */
  toJSON(): { readonly cause: NotHeardCause; readonly figures: HearingFigures } {
    return { cause: this.cause, figures: this.figures };
  }
}

type Words = (names: Names, circumstances: Circumstances, wanted: Wanted) => string;

const WORDS: Readonly<Record<NotHeardCause, Words>> = {
  NOT_IN_CALL: ({ speaker, listener }, { speaker: one, listener: other }) => {
    if (other === undefined) return `${listener} is not in a call; join it first`;
    if (one === undefined)
      return `${speaker} is not in the call; let it join the channel that ${listener} is in`;
    return `they are in different channels of the server; let ${speaker} move to the channel that ${listener} is in`;
  },
  SILENCED: ({ speaker }, { speaker: one }) =>
    one?.mute === true
      ? `${speaker} is muted by the server; take the mute back`
      : `${speaker} is in the audience of a stage; ask to speak, and let a moderator agree`,
  DEAF: ({ listener }, { listener: one }) =>
    one?.selfDeaf === true
      ? `${listener} is deaf by its own switch; join without selfDeaf, or undo it`
      : `${listener} is deafened by the server; take that back`,
  NOT_SPEAKING: ({ speaker }, { speaker: one, figures }) => {
    if (one?.selfMute === true) return `${speaker} is muted by its own switch; undo it`;
    if (one?.hasAnnounced !== true && figures.packetsAtPlatform > 0)
      return `${speaker} sends sound and has not announced it; send op 5 (speaking) with the SSRC first`;
    return `${speaker} does not speak; play something, and wait until the call is connected before that`;
  },
  NOTHING_RECEIVED: ({ speaker, listener }, { figures }) =>
    figures.packetsAtPlatform === 0
      ? `nothing that ${speaker} sends reaches the platform; look at its network, at impairments, and at the SSRC of its packets`
      : `the platform receives ${String(figures.packetsAtPlatform)} packets of ${speaker}, and none reaches ${listener}; look at the network of ${listener} and at impairments`,
  UNDECRYPTABLE: ({ speaker, listener }, { figures }) =>
    `${String(figures.undecryptable)} of ${String(figures.packetsReceived)} packets cannot be decrypted; ${speaker} and ${listener} have keys of different epochs, or ${speaker} encrypts with keys of its own`,
  SILENT: ({ speaker }, { figures }) =>
    `${secondsOf(figures.decodedSeconds)} of silence arrived; ${speaker} sends no sound, so look at its source and its volume`,
  DAMAGED: (_names, { figures }, wanted) => `${soundOf(figures, wanted)}; ${remedyOf(figures)}`,
};

function soundOf({ seconds, estoi, decodedSeconds }: HearingFigures, wanted: Wanted): string {
  const asked = wanted.estoi === undefined ? "" : ` at an ESTOI of ${wanted.estoi.toFixed(2)}`;
  const found = estoi === undefined ? "" : `, whose mean ESTOI is ${estoi.toFixed(2)}`;
  return `of ${secondsOf(decodedSeconds)} that arrived${found}, ${secondsOf(seconds)} are what was listened for, and ${secondsOf(wanted.seconds)}${asked} were asked for`;
}

function remedyOf({ packetsLost, packetsReceived }: HearingFigures): string {
  const share = packetsLost / Math.max(1, packetsLost + packetsReceived);
  const percent = `${String(Math.round(share * 100))} % of the packets are lost`;
  return share >= 0.02
    ? `${percent}: look at the network and at impairments, or ask for less`
    : `${percent}, so it is another sound, is changed on its way, or needs more time`;
}

function secondsOf(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}
