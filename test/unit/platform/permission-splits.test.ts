import { Permission } from "sdkpp/wire";
import { expect, test } from "vitest";
import {
  includesSplit,
  type SplitPermission,
} from "../../../platform/domain/records/guild/permission-splits.js";

const SPLIT_AT = Date.UTC(2026, 1, 23);

test.each<[SplitPermission, bigint[]]>([
  ["PinMessages", [Permission.ManageMessages]],
  ["BypassSlowmode", [Permission.ManageMessages, Permission.ManageChannels, Permission.ManageThreads]],
  ["CreateGuildExpressions", [Permission.ManageGuildExpressions]],
  ["CreateEvents", [Permission.ManageEvents]],
])("%s is needed itself from 2026-02-23 on; before, a broader permission is enough", (name, broader) => {
  for (const now of [SPLIT_AT - 1, SPLIT_AT]) {
    expect(includesSplit(Permission[name], name, now)).toBe(true);
    expect(includesSplit(Permission.SendMessages, name, now)).toBe(false);
    for (const one of broader) expect(includesSplit(one, name, now)).toBe(now < SPLIT_AT);
  }
});
