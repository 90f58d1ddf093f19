/** What a platform of the command line writes to standard error; each has what the one before has. */
export const LOG_LEVELS = ["error", "info", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const DEFAULT_LOG_LEVEL: LogLevel = "info";
