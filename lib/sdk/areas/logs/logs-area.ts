import { enumArgument, functionArgument, textArgument } from "../../argument.js";
import type { ClientLogs, LogListener } from "../../core/logs/client-logs.js";
import type { Feature } from "../../core/events/feature.js";
import { LoggingSeverity } from "../../../enums/index.js";

/** The destinations of the client's logs: callbacks and folders. */
export class LogsArea implements Feature {
  readonly #logs: ClientLogs;

  constructor(logs: ClientLogs) {
    this.#logs = logs;
  }

  addCallback(kind: "general" | "voice", callback: LogListener, minSeverity: LoggingSeverity): void {
    const min = severityArgument(minSeverity);
    this.#logs.add(kind, functionArgument("callback", callback), min);
  }

  setFolder(path: string, minSeverity: LoggingSeverity): boolean {
    const min = severityArgument(minSeverity);
    return this.#logs.setFolder(textArgument("path", path), min);
  }

  setVoiceFolder(path: string, minSeverity: LoggingSeverity): void {
    const min = severityArgument(minSeverity);
    this.#logs.setVoiceFolder(textArgument("path", path), min);
  }
}

function severityArgument(minSeverity: LoggingSeverity): LoggingSeverity {
  return enumArgument("minSeverity", LoggingSeverity, minSeverity);
}
