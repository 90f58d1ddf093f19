import { TIMELINE_KINDS, type TimelineRecord } from "../timeline/record.js";

const RESET = "\u001b[0m";
const DIM = "\u001b[2m";
/** SGR codes of kinds. */
const COLORS: Readonly<Record<TimelineRecord["kind"], string>> = {
  http: "\u001b[36m",
  gateway: "\u001b[32m",
  voice: "\u001b[35m",
  webhook: "\u001b[33m",
  rpc: "\u001b[34m",
  media: "\u001b[2m",
  timeline: "\u001b[31m",
};
const KIND_WIDTH = Math.max(...TIMELINE_KINDS.map(({ length }) => length));

/** A record as people read it: time, kind, text. */
export function timelineLine({ at, kind, text }: TimelineRecord, isColored: boolean): string {
  const time = new Date(at).toISOString().slice("yyyy-mm-ddT".length, -1);
  const name = kind.padEnd(KIND_WIDTH);
  return isColored
    ? `${DIM}${time}${RESET} ${COLORS[kind]}${name}${RESET} ${text}`
    : `${time} ${name} ${text}`;
}
