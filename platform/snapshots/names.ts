import { mistake } from "../guard/arguments.js";

/** A file name on every system: it leads out of no folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Names that Windows keeps for devices, whatever follows the point. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function isSnapshotName(name: string): boolean {
  return NAME.test(name) && !DEVICE.test(name);
}

/** @throws {ArgumentError} when it is not a string, {@link ArgumentRangeError} when it is no name of a snapshot */
export function snapshotName(name: string, value: unknown): string {
  if (typeof value === "string" && isSnapshotName(value)) return value;
  const expected =
    "a name of 1 to 64 letters, digits, points, hyphens and underscores, such as before-the-match";
  throw mistake(typeof value === "string", name, expected, value);
}
