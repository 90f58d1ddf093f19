import { join } from "node:path";
import { LogFile, RotatingLogFile } from "../../../net/index.js";
import { enumToString, LoggingSeverity } from "../../../enums/index.js";

/** A log file and its minimum severity. */
export interface LogSink {
  folder: string;
  min: LoggingSeverity;
  file: Pick<LogFile, "append" | "close">;
}

type Failed = (reason: string) => void;

/** @throws {Error} when it cannot be opened */
export function openLogFile(folder: string, min: LoggingSeverity, failed: Failed): LogSink {
  const place = folderOf(folder);
  return { folder: place, min, file: LogFile.open(join(place, "discord.log"), failed) };
}

/** @throws {Error} when the first file cannot be opened */
export function openVoiceLogFiles(folder: string, min: LoggingSeverity, failed: Failed): LogSink {
  const names = { prefix: "discord-webrtc", lastPrefix: "discord-last-webrtc" };
  const place = folderOf(folder);
  return { folder: place, min, file: new RotatingLogFile({ folder: place, ...names, failed }) };
}

/** One record per line; further lines of a message are indented, so that they do not look like records. */
export function logLine(time: Date, severity: LoggingSeverity, message: string): string {
  const text = message.replaceAll(/\r?\n|\r/g, "\n  ");
  return `${time.toISOString()} ${enumToString(LoggingSeverity, severity).toUpperCase()} ${text}`;
}

/** The mirrored SDK writes beside its library; here that would be inside `node_modules`, which may not be writable. */
export function folderOf(folder: string): string {
  return folder === "" ? process.cwd() : folder;
}
