import { FRAMES_MAX } from "../bridge/frames.js";
import type { FromPage } from "../bridge/messages.js";
import type { Port } from "../bridge/port.js";
import type { PageCalls } from "./page-calls.js";
import type { PageFeed } from "./page-feed.js";

export interface PageParts {
  readonly port: Port;
  readonly feed: PageFeed;
  readonly calls: PageCalls;
  readonly ended: () => void;
}

/** A page at the other end of a port. What it sends is untrusted: what is no message of the bridge is left out. */
export class Page {
  readonly #parts: PageParts;

  constructor(parts: PageParts) {
    this.#parts = parts;
    parts.port.onMessage((message) => this.#heard(message as Partial<FromPage> | null));
  }

  end(): void {
    const { port, feed, calls, ended } = this.#parts;
    feed.end();
    calls.end();
    port.close();
    ended();
  }

  #heard(message: Partial<FromPage> | null): void {
    const { feed, calls } = this.#parts;
    switch (message?.type) {
      case "sync":
        return feed.sync();
      case "drawn":
        if (isDrawn(message)) feed.drawn(message.version, message.frames);
        return undefined;
      case "levels":
        return feed.watchLevels(message.wanted === true);
      case "microphone":
        return feed.watchMicrophone(message.wanted === true);
      case "tap":
        return feed.tap(String(message.key), message.wanted === true);
      case "cancel":
        return calls.cancel(Number(message.id));
      case "call":
        if (isCall(message)) calls.start(message);
        return undefined;
      default:
        return undefined;
    }
  }
}

function isDrawn(message: Partial<FromPage & { type: "drawn" }>): message is FromPage & { type: "drawn" } {
  const { version, frames } = message;
  return isIntegerUpTo(Number.MAX_SAFE_INTEGER, version) && isIntegerUpTo(FRAMES_MAX, frames);
}

/** Whether it is a number from 1 to `most`. */
function isIntegerUpTo(most: number, value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most;
}

function isCall(message: Partial<FromPage & { type: "call" }>): message is FromPage & { type: "call" } {
  const { id, name, args, deadlineMs } = message;
  return (
    Number.isSafeInteger(id) &&
    typeof name === "string" &&
    Array.isArray(args) &&
    typeof deadlineMs === "number" &&
    deadlineMs >= 0
  );
}
