import type { Beat } from "./beat.js";

/** Above this part of its processors a worker takes no more calls. */
export const FULL_LOAD = 0.85;
/** Processor seconds a second of a call whose sound is encoded, until the load of its worker shows what it is. */
export const PRICE = 0.01;

export interface ChooseParts {
  readonly workers: readonly Beat[];
  /** calls that were placed there since its newest beat */
  readonly placed: (process: string) => number;
  /** 0 to 1, without 1 */
  readonly random: () => number;
  /** voice processes that are out of the question */
  readonly without: ReadonlySet<string>;
}

/** What keeps every worker from taking a call. */
export type NoRoom = "no worker" | "all full";

/** Of two workers drawn at random the one with more room. Pure. */
export function chooseWorker(parts: ChooseParts): Beat | NoRoom {
  const open = parts.workers.filter(({ process, isDraining }) => !isDraining && !parts.without.has(process));
  if (open.length === 0) return "no worker";
  const roomy = open.filter((one) => roomOf(one, parts) > 0);
  const first = drawn(roomy, parts.random);
  if (first === undefined) return "all full";
  const second = drawn(
    roomy.filter((one) => one !== first),
    parts.random,
  );
  return second !== undefined && roomOf(second, parts) > roomOf(first, parts) ? second : first;
}

/** Processor seconds a second. */
function roomOf({ process, cores, load }: Beat, { placed }: ChooseParts): number {
  return cores * (FULL_LOAD - load) - PRICE * placed(process);
}

function drawn(workers: readonly Beat[], random: () => number): Beat | undefined {
  return workers[Math.floor(random() * workers.length)];
}
