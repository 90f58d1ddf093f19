// Which facts of a call lead to which verdict; each rule once.
import { describe, expect, it } from "vitest";
import type { SoundCause, SoundFinding } from "../../../lib/call/index.js";
import { Peak } from "../../../lib/call/why/peak.js";
import type { LinkFacts, OwnFacts, UserFacts } from "../../../lib/call/why/sound-facts.js";
import { linkVerdicts, soundVerdicts } from "../../../lib/call/why/verdicts.js";

const WORDS = {
  unmute: "unmute",
  undeafen: "undeafen",
  play: "play",
  sendMore: "send more",
  connect: "connect",
  subscribe: "subscribe",
  userVolume: "setVolume",
};
const LINK: LinkFacts = { isConnected: true, state: "it is connected", isPathSilent: false, missingKey: "" };
const OWN: OwnFacts = {
  isMuted: false,
  isDeaf: false,
  isServerMuted: false,
  isServerDeaf: false,
  isSuppressed: false,
  isKeyUp: false,
  source: "sounds",
  inputVolume: 100,
  outputVolume: 100,
  isAlone: false,
  packetsSent: 50,
  reportedLoss: 0,
  packetsUnannounced: 0,
};
const USER: UserFacts = {
  userId: 7n,
  isLocallyMuted: false,
  volume: 100,
  isWanted: true,
  isMuted: false,
  isDeaf: false,
  hasSpoken: true,
  isSpeaking: true,
  packetsReceived: 50,
  undecryptable: 0,
  packetsLost: 0,
  peakDbfs: -12,
};

/** `cause` and the side that it is of. */
const shape = (findings: readonly SoundFinding[]): string[] =>
  findings.map(({ about, cause, userId }) => `${about}: ${cause}${userId === undefined ? "" : " 7"}`);

it("nothing is said where sound flows, or somebody who has spoken is quiet now", () => {
  expect(linkVerdicts(LINK, WORDS)).toEqual([]);
  const quiet = { ...USER, isSpeaking: false, packetsReceived: 0, peakDbfs: undefined };
  expect(soundVerdicts(OWN, [USER, quiet], WORDS)).toEqual([]);
});

describe("a connection that carries no sound concerns both directions:", () => {
  it.each<[SoundCause, Partial<LinkFacts>]>([
    ["NOT_CONNECTED", { isConnected: false, missingKey: "no key" }],
    ["PATH_SILENT", { isPathSilent: true, isConnected: false }],
    ["NO_KEY", { missingKey: "no key" }],
  ])("%s", (cause, change) => {
    const findings = linkVerdicts({ ...LINK, ...change }, WORDS);
    expect(shape(findings)).toEqual([`hearing: ${cause}`, `being heard: ${cause}`]);
  });
});

describe("this side:", () => {
  it.each<[string[], Partial<OwnFacts>]>([
    [["being heard: SELF_MUTED", "being heard: SERVER_MUTED"], { isMuted: true, isServerMuted: true }],
    [["being heard: SUPPRESSED"], { isSuppressed: true, packetsSent: 0 }],
    [["being heard: PUSH_TO_TALK"], { isKeyUp: true, packetsSent: 0 }],
    [["being heard: VOLUME_ZERO"], { inputVolume: 0 }],
    [["being heard: NO_INPUT"], { source: "none", packetsSent: 0, isAlone: true }],
    [["being heard: NO_INPUT"], { source: "silent", packetsSent: 0 }],
    [["being heard: NOTHING_SENT"], { packetsSent: 0 }],
    [["being heard: ALONE"], { isAlone: true }],
    [["being heard: LOSS"], { reportedLoss: 0.1 }],
    [["hearing: SELF_DEAF", "hearing: SERVER_DEAF"], { isDeaf: true, isServerDeaf: true }],
    [["hearing: VOLUME_ZERO"], { outputVolume: 0 }],
    [["hearing: UNANNOUNCED"], { packetsUnannounced: 10 }],
    [[], { packetsUnannounced: 9, reportedLoss: 0.09 }],
  ])("%j", (expected, change) => {
    expect(shape(soundVerdicts({ ...OWN, ...change }, [], WORDS))).toEqual(expected);
  });
});

describe("another user:", () => {
  it.each<[string[], Partial<UserFacts>]>([
    [["hearing: LOCALLY_MUTED 7"], { isLocallyMuted: true, volume: 0 }],
    [["hearing: VOLUME_ZERO 7"], { volume: 0 }],
    [["hearing: NOT_SUBSCRIBED 7"], { isWanted: false, packetsReceived: 0 }],
    [["hearing: USER_MUTED 7"], { isMuted: true, hasSpoken: false }],
    [["hearing: NOT_SPEAKING 7"], { hasSpoken: false, isSpeaking: false, packetsReceived: 0 }],
    [["hearing: NOTHING_RECEIVED 7"], { packetsReceived: 9 }],
    [["hearing: UNDECRYPTABLE 7"], { undecryptable: 26, peakDbfs: undefined }],
    [["hearing: SILENT 7"], { peakDbfs: -Infinity }],
    [["hearing: LOSS 7"], { packetsLost: 6 }],
    [["being heard: USER_DEAF 7"], { isDeaf: true }],
    [[], { packetsLost: 5, undecryptable: 25, peakDbfs: -60 }],
  ])("%j", (expected, change) => {
    expect(shape(soundVerdicts(OWN, [{ ...USER, ...change }], WORDS))).toEqual(expected);
  });

  it("is not spoken of to somebody who hears nobody", () => {
    const silent = { ...USER, peakDbfs: -Infinity };
    expect(shape(soundVerdicts({ ...OWN, isDeaf: true }, [silent], WORDS))).toEqual(["hearing: SELF_DEAF"]);
  });
});

it("each verdict has a remedy, in the words of the door", () => {
  const [muted] = soundVerdicts({ ...OWN, isMuted: true }, [], WORDS);
  expect(muted).toMatchObject({ found: "this side has muted itself", remedy: "unmute" });
});

it("the loudest sample counts, and digital silence is told from no sound", () => {
  const peak = new Peak();
  expect(peak.dbfs).toBeUndefined();
  peak.hear(new Int16Array(4));
  expect(peak.dbfs).toBe(-Infinity);
  peak.hear(Int16Array.of(3, -32_768));
  expect(peak.dbfs).toBe(0);
});
