import type { LoggingSeverity } from "../../../enums/index.js";
import type { LogListener } from "../../core/logs/client-logs.js";
import type { LogsArea } from "./logs-area.js";
import type { MembersOf } from "../../core/operations/members.js";

/** Members of `Client`: log lines and log files. */
export interface LogsMembers {
  /**
   * Adds a callback for log lines about lobbies, authorization and the connection. Secrets are removed from every line.
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @example
   * client.addLogCallback((message, severity) => {
   *   console.log(enumToString(LoggingSeverity, severity), message);
   * }, LoggingSeverity.Info);
   * @mirrors Client::AddLogCallback
   */
  addLogCallback(callback: LogListener, minSeverity: LoggingSeverity): void;

  /**
   * Adds a callback for log lines about calls and their media.
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @mirrors Client::AddVoiceLogCallback
   */
  addVoiceLogCallback(callback: LogListener, minSeverity: LoggingSeverity): void;

  /**
   * Writes the lines of `addLogCallback` to `discord.log` in an existing folder, replacing that file. Lines are written in
   * the background; `destroy` flushes them. A later disk error is a warning in the log and ends the writing.
   * @param path a folder; "": the process's working directory
   * @param minSeverity `None`, the default, writes no file
   * @returns false when the file cannot be opened; then nothing is written
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @mirrors Client::SetLogDir
   */
  setLogDir(path: string, minSeverity: LoggingSeverity): boolean;

  /**
   * Writes the lines of `addVoiceLogCallback` to `discord-webrtc_0` in an existing folder; at 4 MiB it continues in
   * `discord-webrtc_1`, and so on, keeping the newest eight files. Files of an earlier run are renamed to
   * `discord-last-webrtc_0`, and so on. It works once, before `addVoiceLogCallback` and before the first voice log line;
   * otherwise, and when the folder is not writable, it logs a warning and has no effect.
   * @param path a folder; "": the process's working directory
   * @param minSeverity `None`, the default, writes no file
   * @throws {ArgumentError} when an argument has the wrong type, {@link ArgumentRangeError} for an unknown severity
   * @mirrors Client::SetVoiceLogDir
   */
  setVoiceLogDir(path: string, minSeverity: LoggingSeverity): void;
}

interface Parts {
  logs: LogsArea;
}

export const logsMembers: MembersOf<LogsMembers, Parts> = {
  addLogCallback: ({ logs }, callback, minSeverity) => logs.addCallback("general", callback, minSeverity),
  addVoiceLogCallback: ({ logs }, callback, minSeverity) => logs.addCallback("voice", callback, minSeverity),
  setLogDir: ({ logs }, path, minSeverity) => logs.setFolder(path, minSeverity),
  setVoiceLogDir: ({ logs }, path, minSeverity) => logs.setVoiceFolder(path, minSeverity),
};
