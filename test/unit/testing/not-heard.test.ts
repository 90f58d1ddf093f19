import { describe, expect, it } from "vitest";
import { causeOf, type Circumstances, type Present } from "../../../packages/testing/hearing/cause.js";
import type { HearingFigures } from "../../../packages/testing/hearing/figures.js";
import { NotHeardError } from "../../../packages/testing/hearing/not-heard-error.js";

const present: Present = {
  channelId: "1",
  selfMute: false,
  selfDeaf: false,
  mute: false,
  deaf: false,
  suppress: false,
  hasAnnounced: true,
  isSpeaking: true,
};

const figures: HearingFigures = {
  seconds: 0.5,
  packetsSent: 50,
  packetsAtPlatform: 50,
  packetsReceived: 50,
  undecryptable: 0,
  packetsLost: 0,
  decodedSeconds: 1,
  peakDbfs: -6,
};

interface Changes {
  speaker?: Partial<Present> | undefined;
  listener?: Partial<Present> | undefined;
  figures?: Partial<HearingFigures>;
}

/** Circumstances in which all is well, but for these. */
function when({ speaker = {}, listener = {}, figures: counted = {} }: Changes): Circumstances {
  return {
    speaker: { ...present, ...speaker },
    listener: { ...present, ...listener },
    figures: { ...figures, ...counted },
  };
}

const nothing = { packetsReceived: 0, decodedSeconds: 0, peakDbfs: -Infinity };
const unsent = { ...nothing, packetsSent: undefined, packetsAtPlatform: 0 };

describe("why somebody is not heard", () => {
  it.each<[string, Changes, string, string]>([
    ["another channel", { speaker: { channelId: "2" } }, "NOT_IN_CALL", "different channels"],
    ["muted by the server", { speaker: { mute: true } }, "SILENCED", "take the mute back"],
    ["audience of a stage", { speaker: { suppress: true } }, "SILENCED", "ask to speak"],
    ["deaf by itself", { listener: { selfDeaf: true } }, "DEAF", "its own switch"],
    ["deafened", { listener: { deaf: true } }, "DEAF", "by the server"],
    [
      "nothing sent",
      { figures: { ...nothing, packetsSent: 0, packetsAtPlatform: 0 } },
      "NOT_SPEAKING",
      "does not speak",
    ],
    ["never announced", { speaker: { hasAnnounced: false }, figures: nothing }, "NOT_SPEAKING", "send op 5"],
    [
      "muted by itself",
      { speaker: { selfMute: true, hasAnnounced: false }, figures: nothing },
      "NOT_SPEAKING",
      "undo it",
    ],
    [
      "a silent stranger",
      { speaker: { isSpeaking: false }, figures: unsent },
      "NOT_SPEAKING",
      "does not speak",
    ],
    ["a stranger who is lost", { figures: unsent }, "NOTHING_RECEIVED", "SSRC"],
    ["lost on the way in", { figures: { ...nothing, packetsAtPlatform: 0 } }, "NOTHING_RECEIVED", "SSRC"],
    [
      "lost on the way out",
      { figures: nothing },
      "NOTHING_RECEIVED",
      "50 packets of ada, and none reaches ben",
    ],
    ["no key", { figures: { undecryptable: 40 } }, "UNDECRYPTABLE", "40 of 50 packets"],
    ["silence", { figures: { peakDbfs: -90 } }, "SILENT", "1.0 s of silence"],
    ["loss", { figures: { packetsLost: 50, estoi: 0.4 } }, "DAMAGED", "mean ESTOI is 0.40"],
    [
      "another sound",
      { figures: { estoi: 0.1 } },
      "DAMAGED",
      "0 % of the packets are lost, so it is another sound",
    ],
  ])("%s", (_name, changes, cause, words) => {
    const circumstances = when(changes);
    expect(causeOf(circumstances)).toBe(cause);
    const names = { speaker: "ada", listener: "ben" };
    const error = new NotHeardError(names, { seconds: 1, estoi: 0.7 }, circumstances);
    expect(error).toMatchObject({ name: "NotHeardError", code: "NOT_HEARD", cause });
    expect(error.message).toMatch(/^ben does not hear ada: /);
    expect(error.message).toContain(words);
    expect(error.figures).toBe(circumstances.figures);
  });

  it.each([
    ["the listener", { speaker: undefined, listener: undefined, figures }, "ben is not in a call"],
    ["the speaker", { speaker: undefined, listener: present, figures }, "ada is not in the call"],
  ])("%s is not in the call", (_name, circumstances, words) => {
    expect(causeOf(circumstances)).toBe("NOT_IN_CALL");
    const names = { speaker: "ada", listener: "ben" };
    expect(new NotHeardError(names, { seconds: 1, estoi: undefined }, circumstances).message).toContain(
      words,
    );
  });

  it("is the first cause of several that hold", () => {
    const all = when({
      speaker: { mute: true, hasAnnounced: false },
      listener: { deaf: true },
      figures: nothing,
    });
    expect(causeOf(all)).toBe("SILENCED");
    expect(causeOf({ ...all, speaker: present })).toBe("DEAF");
  });
});
