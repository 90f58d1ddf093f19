/** Places dBFS between 0 (the floor, or less) and 1 (full scale), in steps that a meter can show. */
export function levelOf(dbfs: number, floorDbfs: number): number {
  const share = 1 - dbfs / floorDbfs;
  return Math.round(Math.min(1, Math.max(0, share)) * STEPS) / STEPS;
}

const STEPS = 1000;
