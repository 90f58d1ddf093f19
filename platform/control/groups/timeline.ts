import { flag, list, members, oneOf, optional, text } from "../../guard/arguments.js";
import { TIMELINE_KINDS, type TimelineFilter, type TimelineRecord } from "../../timeline/record.js";
import type { Timeline } from "../../timeline/timeline.js";
import * as inputs from "../inputs.js";

export interface ControlTimelineParts {
  readonly timeline: Timeline;
}

/** The records to follow, and the end of following. */
export interface FollowOptions extends TimelineFilter {
  /** Serial of the last record that is known already: the kept ones after it come first. Default: only what comes from now on. */
  readonly after?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

const ABOUT_MAX = 200;

/** The traffic of the platform: requests, messages of gateways and of desktop apps, webhooks, counts of datagrams. */
export class ControlTimeline {
  readonly #parts: ControlTimelineParts;

  /** @internal */
  constructor(parts: ControlTimelineParts) {
    this.#parts = parts;
  }

  /**
   * Follows what crosses the wire. Begins at once, and ends with the loop, with the signal, or when the platform stops. The newest
   * 8,192 records are kept for a reader who is slow; how many it has missed is a record, too.
   * @example
   * for await (const { text } of control.timeline.follow({ kinds: ["http"] })) console.log(text);
   */
  follow(options: FollowOptions = {}): AsyncIterableIterator<TimelineRecord, undefined> {
    const { signal, after, ...filter } = checkedFollow(options);
    const follower = this.#parts.timeline.follow({ ...filter, after });
    if (signal !== undefined) follower.endWith(signal);
    return follower;
  }

  /**
   * Lists the kept records, oldest first. There are none of times when nobody followed, unless they were to be kept.
   */
  list(filter: TimelineFilter = {}): TimelineRecord[] {
    return this.#parts.timeline.list(checkedFilter(filter));
  }

  /** Makes records from now on although nobody follows, or no longer. Costs time for each request and message. */
  keep(isKept: boolean): void {
    this.#parts.timeline.keep(flag("isKept", isKept));
  }
}

/** @throws {ArgumentError} */
export function checkedFilter(value: unknown): TimelineFilter {
  const given = members("filter", value);
  const kinds = optional("kinds", given["kinds"], (name, all) =>
    list(name, all, (each, kind) => oneOf(each, kind, TIMELINE_KINDS)),
  );
  const about = optional("about", given["about"], (name, part) => text(name, part, 1, ABOUT_MAX));
  return { ...(kinds && { kinds }), ...(about !== undefined && { about }) };
}

/** @throws {ArgumentError} */
export function checkedFollow(value: unknown): FollowOptions {
  const { after, signal } = members("options", value);
  const serial = optional("after", after, inputs.serial);
  const checked = optional("signal", signal, inputs.abortSignal);
  return {
    ...checkedFilter(value),
    ...(serial !== undefined && { after: serial }),
    ...(checked && { signal: checked }),
  };
}
