/** How much a platform of the command line writes to standard error; each level adds to the one before. */
export const LOG_LEVELS = ["error", "info", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const DEFAULT_LOG_LEVEL: LogLevel = "info";
