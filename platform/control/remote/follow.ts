import type { IncomingMessage } from "node:http";
import type { TimelineRecord } from "../../timeline/record.js";
import type { ControlAccess } from "../access.js";
import { checkedFollow, type FollowOptions } from "../groups/timeline.js";
import { unreachable } from "./ask.js";
import { ControlError, errorOf } from "./remote-error.js";
import { open, textOf } from "./transport.js";

/** Longer lines come from no platform. */
const LINE_LENGTH_MAX = 1 << 20;

/**
 * Follows the timeline of a platform in another process. The request is sent at once; what is wrong with it, the first step of the
 * iteration says. Ends when the platform stops.
 */
export function followRemotely(
  access: ControlAccess,
  options: FollowOptions,
): AsyncIterableIterator<TimelineRecord, undefined> {
  const { signal, ...wanted } = checkedFollow(options);
  const abort = new AbortController();
  const end = (): void => abort.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const answering = answerOf(access, wanted, abort.signal);
  // The first step reports it.
  answering.catch(() => undefined);
  const records = readRecords(answering, abort.signal);
  return {
    next: () => records.next(),
    return: async () => {
      end();
      signal?.removeEventListener("abort", end);
      await records.return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function answerOf(
  access: ControlAccess,
  { kinds, about, after }: FollowOptions,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const query = new URLSearchParams({
    ...(kinds && { kind: kinds.join(",") }),
    ...(about !== undefined && { about }),
  });
  const headers = after === undefined ? {} : { "last-event-id": String(after) };
  const path = `/control/v1/events?${query}`;
  const answer = await open(access, path, { headers, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw unreachable(access, error);
    return undefined;
  });
  if (answer !== undefined && answer.statusCode !== 200)
    throw errorOf(answer.statusCode ?? 0, await textOf(answer));
  return answer;
}

async function* readRecords(
  answering: Promise<IncomingMessage | undefined>,
  signal: AbortSignal,
): AsyncGenerator<TimelineRecord, undefined> {
  const answer = await answering;
  if (answer === undefined) return;
  let rest = "";
  try {
    for await (const part of answer.setEncoding("utf8") as AsyncIterable<string>) {
      const lines = (rest + part).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LINE_LENGTH_MAX) throw new Error("a line is too long");
      for (const line of lines) if (line.startsWith("data: ")) yield recordIn(line.slice("data: ".length));
    }
  } catch (error) {
    if (signal.aborted) return;
    const { message } = error as Error;
    throw new ControlError(`The stream of events broke off (${message}).`, undefined, { cause: error });
  } finally {
    answer.destroy();
  }
}

function recordIn(line: string): TimelineRecord {
  return JSON.parse(line) as TimelineRecord;
}
