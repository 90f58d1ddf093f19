/** What an operator asks of a worker. */
export interface WorkerOrder {
  readonly do: "drain";
}

/** Sealed for one worker: an order to another one does not open. */
export const orderPurpose = (worker: string): string => `order ${worker}`;

/** @returns undefined: it has another form */
export function parseOrder(value: unknown): WorkerOrder | undefined {
  const asked =
    typeof value === "object" && value !== null ? (value as { readonly do?: unknown }).do : undefined;
  return asked === "drain" ? { do: "drain" } : undefined;
}
