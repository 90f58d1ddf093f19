import { authorizationRows } from "./authorization-rows.js";
import { channelRows } from "./channel-rows.js";
import { deviceRows } from "./device-rows.js";
import { lobbyRows } from "./lobby-rows.js";
import { messageRows } from "./message-rows.js";
import { presenceRows } from "./presence-rows.js";
import { provisionalRows } from "./provisional-rows.js";
import { relationshipRows } from "./relationship-rows.js";
import type { OperationRow } from "./row.js";

/** All operations of the package. */
export const operations: readonly OperationRow[] = [
  ...authorizationRows,
  ...provisionalRows,
  ...lobbyRows,
  ...messageRows,
  ...channelRows,
  ...presenceRows,
  ...relationshipRows,
  ...deviceRows,
];

/** `describe.each` names its cases by the first of these. */
export const operationCases = operations.map((row) => [row.name, row] as const);
