import { Finding } from "./finding.js";

/** How the sound of one side of a test call arrives. */
export interface CallFindingFigures {
  /** 0 to 1: how well the words of the other are understood; undefined: too little arrived */
  readonly estoi?: number | undefined;
  /** 0 to 1 */
  readonly loss: number;
  readonly delayMs: number;
}

/** The result of a test call. */
export interface CallFindingSides {
  readonly there: CallFindingFigures;
  readonly back: CallFindingFigures;
}

const CHECK = "test call";

/** Findings about a test call, or about why there was none. */
export const CallFinding = {
  ok: ({ there, back }: CallFindingSides): Finding =>
    Finding.ok(CHECK, `there ${wordsOf(there)}; back ${wordsOf(back)}`),
  skipped: (found: string): Finding => Finding.skipped(CHECK, found),
  /** @param error of the call; the first line of its message is for people */
  failed: (error: unknown, remedy: string): Finding => {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return Finding.failed(CHECK, first, remedy);
  },
} as const;

function wordsOf({ estoi, loss, delayMs }: CallFindingFigures): string {
  const understood = estoi === undefined ? "too little for ESTOI" : `ESTOI ${estoi.toFixed(2)}`;
  return `${understood}, ${(loss * 100).toFixed(1)} % lost, ${delayMs.toFixed(0)} ms in the buffer`;
}
