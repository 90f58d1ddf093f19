import { reasonOf, Redactor, stackOf } from "../../../protocol/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { CallbackQueue } from "../events/callback-queue.js";
import { folderOf, logLine, openLogFile, openVoiceLogFiles, type LogSink } from "./log-files.js";
import { UnheardErrors } from "./unheard-errors.js";

export type LogListener = (message: string, severity: LoggingSeverity) => void;
type Area = "general" | "voice";

interface Sink {
  area: Area;
  callback: LogListener;
  min: LoggingSeverity;
}

/**
 * The general log and the voice log, to callbacks and to files. Secrets are removed from every line, and release builds log
 * warnings and errors only. A log callback that throws is ignored.
 */
export class ClientLogs {
  readonly #sinks: Sink[] = [];
  readonly #redactor = new Redactor();
  readonly #queue: CallbackQueue;
  readonly #files = new Map<Area, LogSink>();
  readonly #unheard = new UnheardErrors();
  readonly #checkBuild: () => boolean;
  #isDebugBuild = false;
  #hasBegun = false;
  #hasVoiceBegun = false;
  #isClosed = false;

  /** @param isDebugBuild called once, when logging begins: it loads the addon, which an import must not do */
  constructor(queue: CallbackQueue, isDebugBuild: () => boolean) {
    this.#queue = queue;
    this.#checkBuild = isDebugBuild;
  }

  add(area: Area, callback: LogListener, min: LoggingSeverity): void {
    if (area === "voice") this.#hasVoiceBegun = true;
    this.#sinks.push({ area, callback, min });
    this.#begin(area);
  }

  /** @returns false when the file cannot be opened; then nothing is written */
  setFolder(folder: string, min: LoggingSeverity): boolean {
    this.#closeFile("general");
    if (min === LoggingSeverity.None) return true;
    return this.#openFile("general", openLogFile, folder, min) === undefined;
  }

  /** Works once, and only before the voice log has begun; otherwise it logs a warning. */
  setVoiceFolder(folder: string, min: LoggingSeverity): void {
    const isLate = this.#hasVoiceBegun;
    this.#hasVoiceBegun = true;
    if (isLate) return this.#warn("setVoiceLogDir has no effect: call it once, before the voice log begins");
    if (min === LoggingSeverity.None) return;
    const trouble = this.#openFile("voice", openVoiceLogFiles, folder, min);
    if (trouble !== undefined) this.#warn(`could not open the voice log: ${trouble}`);
  }

  /** Folder of other records: that of the voice log, else of the general log, else the current one. */
  get folder(): string {
    const sink = this.#files.get("voice") ?? this.#files.get("general");
    return sink?.folder ?? folderOf("");
  }

  /** Flushes and closes the files; later lines go to callbacks only. */
  destroyed(): void {
    this.#isClosed = true;
    this.#closeFile("general");
    this.#closeFile("voice");
  }

  /** Logs that a callback of the game threw; without a log, Node warns. @param what as in "a callback" */
  callbackThrew(what: string, error: unknown): void {
    const text = `${what} threw: ${stackOf(error)}`;
    this.write("general", LoggingSeverity.Error, text);
    if (!this.#hearsErrors()) this.#unheard.warn(what, error, this.redact(text));
  }

  /** Removes every secret from a text. */
  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  /** Removes the text from all later lines. */
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

  #hearsErrors(): boolean {
    const sinks = [...this.#sinks.filter(({ area }) => area === "general"), this.#files.get("general")];
    return sinks.some((sink) => sink !== undefined && sink.min <= LoggingSeverity.Error);
  }

  /** @returns the reason when the file cannot be opened */
  #openFile(area: Area, open: typeof openLogFile, folder: string, min: LoggingSeverity): string | undefined {
    if (this.#isClosed) return "the client was destroyed";
    const failed = (reason: string): void => {
      this.#files.delete(area);
      this.#warn(`could not write the ${area} log: ${reason}`);
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
    this.#isDebugBuild = this.#checkBuild();
    if (!this.#isDebugBuild) return;
    const message = "this is a debug build of sdkpp: it logs everything, and calls use more processor time";
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
    // Reporting a failure of the callback would call it again.
    const ignore = (): void => undefined;
    this.#queue.enqueue(() => sink.callback(message, severity), ignore);
  }
}
