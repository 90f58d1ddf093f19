import { expect, it } from "vitest";
import { fileBytesMax } from "../../../platform/domain/records/guild/file-limits.js";

const MIB = 1024 * 1024;

it.each([
  [undefined, undefined, 10],
  [0, 0, 10],
  [1, 0, 10],
  [2, 0, 50],
  [3, 0, 100],
  [0, 1, 50],
  [0, 2, 100],
  [0, 3, 50],
  [2, 2, 100],
  [3, 1, 100],
])("a server of level %s and a subscription %s allow files of %i MiB", (premiumTier, premiumType, mib) => {
  const guild = premiumTier === undefined ? undefined : { premiumTier };
  const user = premiumType === undefined ? undefined : { premiumType };
  expect(fileBytesMax(guild, user)).toBe(mib * MIB);
});
