import { reasonOf, Redactor } from "../../protocol/index.js";
import { LoggingSeverity } from "../enums.js";
import type { CallbackQueue } from "./callback-queue.js";
import { logLine, openLogFile, openVoiceLogFiles, type LogSink } from "./log-files.js";

export type LogCallback = (message: string, severity: LoggingSeverity) => void;
type Area = "general" | "voice";

interface Sink {
  area: Area;
  callback: LogCallback;
  min: LoggingSeverity;
}

/**
 * The two logs, to callbacks and to files. Every line is freed of secrets before anybody sees it, and release builds say
 * warnings and errors only. A log callback that throws is left alone: there is nowhere to tell it.
 */
export class ClientLogs {
  readonly #sinks: Sink[] = [];
  readonly #redactor = new Redactor();
  readonly #queue: CallbackQueue;
  readonly #files = new Map<Area, LogSink>();
  readonly #askBuild: () => boolean;
  #isDebugBuild = false;
  #hasBegun = false;
  #hasVoiceBegun = false;
  #isClosed = false;

  /** @param isDebugBuild asked once, when the first log begins: loading the addon to know is not for every import */
  constructor(queue: CallbackQueue, isDebugBuild: () => boolean) {
    this.#queue = queue;
    this.#askBuild = isDebugBuild;
  }

  add(area: Area, callback: LogCallback, min: LoggingSeverity): void {
    if (area === "voice") this.#hasVoiceBegun = true;
    this.#sinks.push({ area, callback, min });
    this.#begin(area);
  }

  /** @returns false when the file cannot be opened: nothing is written then */
  setFolder(folder: string, min: LoggingSeverity): boolean {
    this.#closeFile("general");
    if (min === LoggingSeverity.None) return true;
    return this.#openFile("general", openLogFile, folder, min) === undefined;
  }

  /** Works once, and before anything was to be logged; a warning says when it does not. */
  setVoiceFolder(folder: string, min: LoggingSeverity): void {
    const isLate = this.#hasVoiceBegun;
    this.#hasVoiceBegun = true;
    if (isLate) return this.#warn("setVoiceLogDir came too late: it must be called first; it has no effect");
    if (min === LoggingSeverity.None) return;
    const trouble = this.#openFile("voice", openVoiceLogFiles, folder, min);
    if (trouble !== undefined) this.#warn(`the voice log cannot be opened: ${trouble}`);
  }

  /** Writes what is left to the files; lines after that go to callbacks only. */
  close(): void {
    this.#isClosed = true;
    this.#closeFile("general");
    this.#closeFile("voice");
  }

  /** Removes every secret from a text that leaves the client. */
  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  /** From now on the text never shows in a line. */
  keepSecret(text: string): void {
    this.#redactor.remember(text);
  }

  write(area: Area, severity: LoggingSeverity, message: string): void {
    if (area === "voice") this.#hasVoiceBegun = true;
    const floor = this.#isDebugBuild ? LoggingSeverity.Verbose : LoggingSeverity.Warning;
    if (severity < floor) return;
    const clean = this.#redactor.redact(message);
    for (const sink of this.#sinks)
      if (sink.area === area && severity >= sink.min) this.#deliver(sink, clean, severity);
    const file = this.#files.get(area);
    if (file !== undefined && severity >= file.min) file.file.append(logLine(new Date(), severity, clean));
  }

  /** @returns why it cannot be opened */
  #openFile(area: Area, open: typeof openLogFile, folder: string, min: LoggingSeverity): string | undefined {
    if (this.#isClosed) return "the client was destroyed";
    const failed = (reason: string): void => {
      this.#files.delete(area);
      this.#warn(`the ${area} log cannot be written any more: ${reason}`);
    };
    try {
      this.#files.set(area, open(folder, min, failed));
    } catch (error) {
      return reasonOf(error);
    }
    this.#begin(area);
    return undefined;
  }

  #begin(area: Area): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#isDebugBuild = this.#askBuild();
    if (!this.#isDebugBuild) return;
    const message =
      "this is a debug build of sdkpp: it logs everything, and calls cost more than they should";
    this.write(area, LoggingSeverity.Warning, message);
  }

  #closeFile(area: Area): void {
    this.#files.get(area)?.file.close();
    this.#files.delete(area);
  }

  #warn(message: string): void {
    this.write("general", LoggingSeverity.Warning, message);
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
