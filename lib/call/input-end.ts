import type { InputLosses } from "../native/index.js";

/**
 * How an input ended by itself: "damaged" when parts of it could not be played, "unsupported" when nothing of it
 * could.
 */
export type InputEndReason = "finished" | "damaged" | "unsupported";

export interface InputEnd {
  reason: InputEndReason;
  /** what could not be played; undefined when all was */
  losses: InputLosses | undefined;
}

export function inputEndOf(losses: InputLosses | undefined): InputEnd {
  if (losses === undefined) return { reason: "finished", losses };
  return { reason: losses.playedMs > 0 ? "damaged" : "unsupported", losses };
}

/** One line for people about what was lost; undefined when nothing was. */
export function lossWarning({ reason, losses }: InputEnd): string | undefined {
  if (losses === undefined) return undefined;
  const parts = [
    counted(losses.packets, "packet that is no whole Opus packet", "packets that are no whole Opus packets"),
    counted(losses.bytes, "byte that is damaged or missing", "bytes that are damaged or missing"),
    counted(losses.pages, "missing page", "missing pages"),
  ].filter((part) => part !== "");
  const skipped = parts.join(", ");
  if (reason === "unsupported") return `nothing of the source could be played: skipped ${skipped}`;
  return `the source is damaged: skipped ${skipped}; the first after ${String(Math.round(losses.atMs))} ms`;
}

/** One line for people when a stream of Opus asks for another volume: its packets are sent as they are. */
export function gainWarning(gainDb: number): string | undefined {
  if (gainDb === 0) return undefined;
  const gain = `${gainDb > 0 ? "+" : ""}${gainDb.toFixed(1)} dB`;
  return `the source asks players for ${gain}, which is not applied: its packets are sent as they are`;
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${String(count)} ${count === 1 ? one : many}`;
}
