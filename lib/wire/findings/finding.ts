/** "skipped": not looked at, or not needed by everybody. */
export type FindingOutcome = "ok" | "failed" | "skipped";

/** The result of one check of a doctor, in one sentence, and the remedy. Doctors print a list of them as JSON. */
export interface Finding {
  readonly check: string;
  readonly outcome: FindingOutcome;
  readonly found: string;
  /** Only of a failed check. */
  readonly remedy?: string;
}

/** Makes findings. */
export const Finding = {
  ok: (check: string, found: string): Finding => ({ check, outcome: "ok", found }),
  skipped: (check: string, found: string): Finding => ({ check, outcome: "skipped", found }),
  failed: (check: string, found: string, remedy: string): Finding => ({
    check,
    outcome: "failed",
    found,
    remedy,
  }),
} as const;
