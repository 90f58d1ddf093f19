import type { DoorWords, LinkFacts, OwnFacts, UserFacts } from "./sound-facts.js";
import type { SoundCause, SoundFinding } from "./sound-finding.js";

/** −60 dBFS: no speech is so soft, and an encoder makes no more of silence. */
const SILENCE_DBFS = -60;
const MUCH_LOSS = 0.1;
/** A share of fewer packets says nothing; who speaks for a second sends fifty, and counters are 100 ms old. */
const FEW_PACKETS = 10;

/** A cause, whether it holds, what is found, and what to do. */
type Rule<F> = readonly [
  SoundCause,
  (facts: F) => boolean,
  (facts: F) => string,
  (words: DoorWords) => string,
];

const MODERATOR = "ask a moderator of the server to take it back";
const NETWORK = "check the network, and allow UDP to the voice server in the firewall";

/** Each of these ends all sound in both directions; the first that holds is told. */
const LINK: readonly Rule<LinkFacts>[] = [
  [
    "PATH_SILENT",
    ({ isPathSilent }) => isPathSilent,
    () => "the voice server does not answer over UDP any more",
    () => NETWORK,
  ],
  [
    "NOT_CONNECTED",
    ({ isConnected }) => !isConnected,
    ({ state }) => `the call is not connected: ${state}`,
    ({ connect }) => connect,
  ],
  [
    "NO_KEY",
    ({ missingKey }) => missingKey !== "",
    ({ missingKey }) => missingKey,
    () => "wait for `encrypted()`; if that does not resolve, let the others leave and join again",
  ],
];

/** Switches against being heard; all that hold are told, because each has to be undone. */
const OWN_SWITCHES: readonly Rule<OwnFacts>[] = [
  ["SELF_MUTED", ({ isMuted }) => isMuted, () => "this side has muted itself", ({ unmute }) => unmute],
  [
    "SERVER_MUTED",
    ({ isServerMuted }) => isServerMuted,
    () => "a moderator has muted this side for everybody",
    () => MODERATOR,
  ],
  [
    "SUPPRESSED",
    ({ isSuppressed }) => isSuppressed,
    () => "this side is in the audience of a stage",
    () => "ask to speak, or let a moderator of the stage make it a speaker",
  ],
  [
    "PUSH_TO_TALK",
    ({ isKeyUp }) => isKeyUp,
    () => "the mode is push-to-talk, and the key is up",
    () => "call `setPTTActive(true)` while the key is down, or choose `MODE_VAD` with `setAudioMode`",
  ],
  [
    "VOLUME_ZERO",
    ({ inputVolume }) => inputVolume === 0,
    () => "the input volume is 0",
    () => "raise it with `setInputVolume`",
  ],
];

/** Signs that own sound does not get through; the first that holds is told. */
const OWN_SIGNS: readonly Rule<OwnFacts>[] = [
  ["NO_INPUT", ({ source }) => source === "none", () => "there is no source of sound", ({ play }) => play],
  [
    "NO_INPUT",
    ({ source, packetsSent }) => source === "silent" && packetsSent === 0,
    () => "the source is silent",
    ({ play }) => play,
  ],
  // before the next one: alone there is nobody to agree on a key with, and nothing is sent without one
  ["ALONE", ({ isAlone }) => isAlone, () => "nobody else is in the call", () => "wait until somebody joins"],
  [
    "NOTHING_SENT",
    ({ packetsSent }) => packetsSent === 0,
    () => "no packet leaves, although there is a source",
    ({ sendMore }) => sendMore,
  ],
  [
    "LOSS",
    ({ reportedLoss }) => reportedLoss >= MUCH_LOSS,
    ({ reportedLoss }) => `${percent(reportedLoss)} of the packets do not reach the voice server`,
    () => NETWORK,
  ],
];

/** Switches against hearing anybody; all that hold are told. */
const EAR_SWITCHES: readonly Rule<OwnFacts>[] = [
  [
    "SELF_DEAF",
    ({ isDeaf }) => isDeaf,
    () => "this side is deaf by its own switch",
    ({ undeafen }) => undeafen,
  ],
  [
    "SERVER_DEAF",
    ({ isServerDeaf }) => isServerDeaf,
    () => "a moderator has made this side deaf",
    () => MODERATOR,
  ],
  [
    "VOLUME_ZERO",
    ({ outputVolume }) => outputVolume === 0,
    () => "the output volume is 0",
    () => "raise it with `setOutputVolume`",
  ],
];

const NAMELESS: readonly Rule<OwnFacts>[] = [
  [
    "UNANNOUNCED",
    ({ packetsUnannounced }) => packetsUnannounced >= FEW_PACKETS,
    ({ packetsUnannounced }) =>
      `${String(packetsUnannounced)} packets came from somebody whom the voice gateway has not announced`,
    () => "let the sender announce that it speaks (op 5) before it sends",
  ],
];

/** Why one user is not heard; the first that holds is told. */
const USER: readonly Rule<UserFacts>[] = [
  [
    "LOCALLY_MUTED",
    ({ isLocallyMuted }) => isLocallyMuted,
    () => "this side has silenced the user",
    () => "call `setLocalMute(userId, false)`",
  ],
  [
    "VOLUME_ZERO",
    ({ volume }) => volume === 0,
    () => "the volume of the user is 0",
    ({ userVolume }) => `raise it with \`${userVolume}\``,
  ],
  [
    "NOT_SUBSCRIBED",
    ({ isWanted }) => !isWanted,
    () => "nothing takes the sound of the user",
    ({ subscribe }) => subscribe,
  ],
  ["USER_MUTED", ({ isMuted }) => isMuted, () => "the user has muted itself", () => "ask the user to unmute"],
  [
    "NOT_SPEAKING",
    ({ hasSpoken }) => !hasSpoken,
    () => "the user has not spoken yet: it neither announced nor sent anything",
    () => "check the microphone, the mute and the rights of the user",
  ],
  [
    "NOTHING_RECEIVED",
    ({ isSpeaking, packetsReceived }) => isSpeaking && packetsReceived < FEW_PACKETS,
    ({ packetsReceived }) =>
      `the user announces that it speaks, and ${packetsReceived === 0 ? "no" : `hardly any (${String(packetsReceived)})`} packet arrives`,
    () => "check the network of the user, and whether the server has muted it",
  ],
  [
    "UNDECRYPTABLE",
    ({ undecryptable, packetsReceived }) => undecryptable * 2 > packetsReceived,
    ({ undecryptable, packetsReceived }) =>
      `no key opens ${String(undecryptable)} of ${String(packetsReceived)} packets of the user`,
    () => "let the user leave the call and join again, which gives everybody new keys",
  ],
  [
    "SILENT",
    ({ peakDbfs, packetsReceived }) =>
      packetsReceived >= FEW_PACKETS && peakDbfs !== undefined && peakDbfs < SILENCE_DBFS,
    () => "what arrives of the user is silence",
    () => "check the microphone or the source of the user",
  ],
  [
    "LOSS",
    (facts) => lossOf(facts) >= MUCH_LOSS,
    (facts) => `${percent(lossOf(facts))} of the packets of the user are lost`,
    () => "check the networks of both sides",
  ],
];

/** Users who have chosen not to hear this side. */
const LISTENER: readonly Rule<UserFacts>[] = [
  ["USER_DEAF", ({ isDeaf }) => isDeaf, () => "the user is deaf", () => "ask the user to undeafen"],
];

/** Draws the verdicts on a connection: none when it carries sound. */
export function linkVerdicts(link: LinkFacts, words: DoorWords): SoundFinding[] {
  const broken = firstOf(LINK, link, words);
  return [...broken.map(ofHearing), ...broken.map(ofBeingHeard)];
}

/** Draws the verdicts on both sides of a connection that carries sound: none when it flows both ways. */
export function soundVerdicts(own: OwnFacts, users: readonly UserFacts[], words: DoorWords): SoundFinding[] {
  return [
    ...heardVerdicts(own, users, words).map(ofBeingHeard),
    ...hearingVerdicts(own, users, words).map(ofHearing),
  ];
}

type Verdict = Omit<SoundFinding, "about">;

function ofHearing(verdict: Verdict): SoundFinding {
  return { about: "hearing", ...verdict };
}

function ofBeingHeard(verdict: Verdict): SoundFinding {
  return { about: "being heard", ...verdict };
}

function heardVerdicts(own: OwnFacts, users: readonly UserFacts[], words: DoorWords): Verdict[] {
  const switches = allOf(OWN_SWITCHES, own, words);
  const general = switches.length > 0 ? switches : firstOf(OWN_SIGNS, own, words);
  return [...general, ...users.flatMap((user) => named(user, firstOf(LISTENER, user, words)))];
}

function hearingVerdicts(own: OwnFacts, users: readonly UserFacts[], words: DoorWords): Verdict[] {
  const switches = allOf(EAR_SWITCHES, own, words);
  if (switches.length > 0) return switches;
  return [
    ...firstOf(NAMELESS, own, words),
    ...users.flatMap((user) => named(user, firstOf(USER, user, words))),
  ];
}

function named({ userId }: UserFacts, verdicts: Verdict[]): Verdict[] {
  return verdicts.map((verdict) => ({ userId, ...verdict }));
}

function firstOf<F>(rules: readonly Rule<F>[], facts: F, words: DoorWords): Verdict[] {
  return allOf(rules, facts, words).slice(0, 1);
}

function allOf<F>(rules: readonly Rule<F>[], facts: F, words: DoorWords): Verdict[] {
  return rules
    .filter(([, holds]) => holds(facts))
    .map(([cause, , found, remedy]) => ({ cause, found: found(facts), remedy: remedy(words) }));
}

/** The share of packets that are missing, 0–1. */
function lossOf({ packetsLost, packetsReceived }: UserFacts): number {
  const expected = packetsLost + packetsReceived;
  return expected < FEW_PACKETS ? 0 : packetsLost / expected;
}

function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}
