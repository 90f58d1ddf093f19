import { readFileSync } from "node:fs";
import type { Change } from "./change.js";
import { claim } from "./claim.js";

interface Row {
  readonly number: number;
  readonly title: string;
}

const ROWS = JSON.parse(readFileSync(new URL("./rows.json", import.meta.url), "utf8")) as readonly Row[];

/**
 * The test of one row of the interface document (`rows.json`).
 * @param change makes the row false; the test has to fail under it
 */
export function row(number: number, change: Change, test: () => void | Promise<void>): void {
  const { title } = ROWS[number] ?? { title: undefined };
  if (title === undefined) throw new Error(`there is no row ${String(number)}`);
  claim(`row ${String(number)}`, title, change, test);
}
