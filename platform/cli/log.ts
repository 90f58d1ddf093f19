import { connectControl } from "../control/remote/connect.js";
import { Guard } from "../guard/guard.js";
import { TIMELINE_KINDS, type TimelineFilter, type TimelineRecord } from "../timeline/record.js";
import { controlTarget, type TargetOptions } from "./control-target.js";
import { nextEndSignal } from "./end-signal.js";
import { timelineLine } from "./timeline-line.js";

/** Options of `log`. */
export interface LogOptions extends TargetOptions {
  readonly follow?: true;
  readonly filter?: string;
  readonly json?: true;
}

/** `sdkpp-platform log`: what crosses the wire of a platform that runs, one line each. */
export async function printTimeline(options: LogOptions): Promise<void> {
  const { timeline } = connectControl(controlTarget(options));
  const filter = filterOf(options.filter);
  const print = printer(options.json === true);
  if (options.follow !== true) {
    const kept = await timeline.list(filter);
    for (const record of kept) print(record);
    if (kept.length === 0) note("Nothing is kept: use --follow, or `timeline keep --is-kept true` before.");
    return;
  }
  const abort = new AbortController();
  new Guard("log", note).start(
    "a signal",
    nextEndSignal().then(() => abort.abort()),
  );
  // The program that reads has ended, as `head` does.
  process.stdout.once("error", () => abort.abort());
  for await (const record of timeline.follow({ ...filter, signal: abort.signal })) print(record);
  if (!abort.signal.aborted) note("The platform has stopped.");
}

/** A kind, or a part of the line. */
function filterOf(filter: string | undefined): TimelineFilter {
  const kind = TIMELINE_KINDS.find((one) => one === filter);
  if (kind !== undefined) return { kinds: [kind] };
  return filter === undefined ? {} : { about: filter };
}

function printer(isJson: boolean): (record: TimelineRecord) => void {
  if (isJson) return (record) => void process.stdout.write(`${JSON.stringify(record)}\n`);
  const isColored = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
  return (record) => void process.stdout.write(`${timelineLine(record, isColored)}\n`);
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
