import { Redactor } from "../../protocol/index.js";
import { LoggingSeverity } from "../enums.js";
import type { CallbackQueue } from "./callback-queue.js";

export type LogCallback = (message: string, severity: LoggingSeverity) => void;
type Area = "general" | "voice";

interface Sink {
  area: Area;
  callback: LogCallback;
  min: LoggingSeverity;
}

/**
 * The two logs. Every line is freed of secrets before anybody sees it, and release builds say warnings and
 * errors only. A log callback that throws is left alone: there is nowhere to tell it.
 */
export class ClientLogs {
  readonly #sinks: Sink[] = [];
  readonly #redactor = new Redactor();
  readonly #queue: CallbackQueue;
  #isDebugBuild = false;

  constructor(queue: CallbackQueue) {
    this.#queue = queue;
  }

  add(area: Area, callback: LogCallback, min: LoggingSeverity): void {
    this.#sinks.push({ area, callback, min });
  }

  /** From now on the text never shows in a line. */
  keepSecret(text: string): void {
    this.#redactor.remember(text);
  }

  /** Known once the addon is loaded. */
  setDebugBuild(): void {
    if (this.#isDebugBuild) return;
    this.#isDebugBuild = true;
    this.write("general", LoggingSeverity.Warning, "this is a debug build");
  }

  write(area: Area, severity: LoggingSeverity, message: string): void {
    const floor = this.#isDebugBuild ? LoggingSeverity.Verbose : LoggingSeverity.Warning;
    if (severity < floor) return;
    const clean = this.#redactor.redact(message);
    for (const sink of this.#sinks)
      if (sink.area === area && severity >= sink.min) this.#deliver(sink, clean, severity);
  }

  #deliver(sink: Sink, message: string, severity: LoggingSeverity): void {
    this.#queue.enqueue(() => {
      try {
        sink.callback(message, severity);
      } catch {
        // Reporting it would call the same callback again.
      }
    });
  }
}
