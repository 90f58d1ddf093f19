const STEPS = 100;
/** Made once: a level is written for each speaker with each frame. */
const TEXTS = Array.from({ length: STEPS + 1 }, (_, step) => String(step / STEPS));

/** Places dBFS between 0 (the floor, or less) and 1 (full scale), in steps that a meter can show: hundredths. */
export function levelOf(dbfs: number, floorDbfs: number): number {
  const share = 1 - dbfs / floorDbfs;
  return Math.round(Math.min(1, Math.max(0, share)) * STEPS) / STEPS;
}

/** Returns a level of {@link levelOf} as CSS has it. */
export function levelText(level: number): string {
  return TEXTS[Math.round(level * STEPS)] ?? "0";
}
