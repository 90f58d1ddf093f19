import type { Heard } from "../calls/ear.js";
import type { Verdict } from "../listening/judge.js";
import { until } from "./until.js";
import type { Circumstances } from "./cause.js";
import { since, type Counts } from "./counts.js";
import type { HearingFigures } from "./figures.js";
import { listeningFor, type HearOptions } from "./listening-for.js";
import { NotHeardError, type Names } from "./not-heard-error.js";

/** A listener's view of a speaker. */
export interface View {
  readonly names: Names;
  readonly counts: () => Promise<Counts>;
  readonly present: () => Promise<Pick<Circumstances, "speaker" | "listener">>;
}

/** It, and what has arrived. */
export interface Hearing extends View {
  /** undefined: the listener is in no call */
  readonly heard: () => Heard | undefined;
  /** counts when the listener began to listen to the speaker */
  readonly before: Counts;
}

/** Waits until a speaker is heard. @throws {NotHeardError} saying why it is not; the reason of the signal */
export async function hear(hearing: Hearing, options: HearOptions): Promise<HearingFigures> {
  const { judge, wanted, withinMs, signal } = await listeningFor(options);
  const isEnough = await until(
    () => {
      for (const block of hearing.heard()?.take() ?? []) judge.push(block);
      return judge.verdict.seconds >= wanted.seconds ? true : undefined;
    },
    { withinMs, now: () => performance.now(), signal },
  );
  const figures = figuresOf(judge.verdict, hearing.heard(), since(await hearing.counts(), hearing.before));
  if (isEnough === true) return figures;
  throw new NotHeardError(hearing.names, wanted, { ...(await hearing.present()), figures });
}

function figuresOf(verdict: Verdict, heard: Heard | undefined, counts: Counts): HearingFigures {
  return {
    ...verdict,
    ...packetFigures(counts),
    decodedSeconds: heard?.seconds ?? 0,
    peakDbfs: 20 * Math.log10(heard?.peak ?? 0),
  };
}

type PacketFigures = Omit<HearingFigures, keyof Verdict | "decodedSeconds" | "peakDbfs">;

/** Figures of packets from their counts. */
export function packetFigures(counts: Counts): PacketFigures {
  return {
    packetsSent: counts.sent,
    packetsAtPlatform: counts.atPlatform,
    packetsReceived: counts.received,
    undecryptable: counts.undecryptable,
    packetsLost: counts.lost,
  };
}
