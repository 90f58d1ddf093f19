/** Times as texts in the order of time, for indexes of what ends. @param unixMs not negative */
export function endKey(unixMs: number): string {
  return String(Math.floor(unixMs)).padStart(16, "0");
}
